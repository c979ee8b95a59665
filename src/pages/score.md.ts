import type { APIRoute } from 'astro';
import { catalogMarkdown } from '../render/markdown/catalog.ts';
import { apartTargets, listedTargets, waitingTargets } from '../site/catalog.ts';
import { alternateResponse, originOf } from '../site/respond.ts';
import { aboutCatalog } from '../view/about.ts';

export const GET: APIRoute = async ({ site }) => {
  const listed = await listedTargets();
  return alternateResponse(
    aboutCatalog(listed),
    catalogMarkdown(listed, originOf(site), await apartTargets(), await waitingTargets()),
    site,
  );
};
