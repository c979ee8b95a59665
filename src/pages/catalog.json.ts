import type { APIRoute } from 'astro';
import { CATALOG_PATH, catalogFiles } from '../results/catalog-files.ts';
import { apartTargets, listedTargets, waitingTargets } from '../site/catalog.ts';
import { originOf } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) => {
  const files = catalogFiles(
    await listedTargets(),
    await apartTargets(),
    await waitingTargets(),
    originOf(site),
  );
  return new Response(files.get(CATALOG_PATH)?.());
};
