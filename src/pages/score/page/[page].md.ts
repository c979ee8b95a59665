import type { APIRoute } from 'astro';
import { catalogPageMarkdown } from '../../../render/markdown/catalog.ts';
import { listedTargets } from '../../../site/catalog.ts';
import { alternateResponse, originOf } from '../../../site/respond.ts';
import { aboutCatalogPage } from '../../../view/about.ts';
import { catalogPages } from '../../../view/catalog-pages.ts';

export const getStaticPaths = async () =>
  catalogPages(await listedTargets())
    .slice(1)
    .map((_, i) => ({ params: { page: `${i + 2}` } }));

export const GET: APIRoute = async ({ params, site }) => {
  const listed = await listedTargets();
  const page = Number(params.page);
  return alternateResponse(
    aboutCatalogPage(page, catalogPages(listed).length),
    catalogPageMarkdown(listed, page, originOf(site)),
    site,
  );
};
