import type { APIRoute } from 'astro';
import { catalogFiles } from '../../results/catalog-files.ts';
import { apartTargets, listedTargets, waitingTargets } from '../../site/catalog.ts';
import { originOf } from '../../site/respond.ts';

const files = async (origin: string) =>
  catalogFiles(await listedTargets(), await apartTargets(), await waitingTargets(), origin);

/** Only of a catalog that is too long for one document. */
export const getStaticPaths = async () =>
  Array.from({ length: (await files('')).size - 1 }, (_, i) => ({ params: { page: `${i + 1}` } }));

export const GET: APIRoute = async ({ params, site }) =>
  new Response((await files(originOf(site))).get(`/catalog/${params.page}.json`)?.());
