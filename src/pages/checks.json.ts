import type { APIRoute } from 'astro';
import { listedTargets } from '../site/catalog.ts';
import { checkRates } from '../site/downloads.ts';
import { jsonResponse, originOf } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) =>
  jsonResponse(checkRates(await listedTargets(), originOf(site)));
