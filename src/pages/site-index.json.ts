import type { APIRoute } from 'astro';
import { siteIndex } from '../results/catalog-files.ts';
import { apartTargets, listedTargets } from '../site/catalog.ts';
import { originOf } from '../site/respond.ts';

/** For the service alone: the build moves it out of the site (`src/site/after-build.ts`). */
export const GET: APIRoute = async ({ site }) =>
  Response.json(siteIndex(await listedTargets(), await apartTargets(), originOf(site)));
