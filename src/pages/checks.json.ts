import type { APIRoute } from 'astro';
import { checkRates } from '../results/downloads.ts';
import { catalogDigest } from '../site/catalog.ts';
import { jsonResponse, originOf } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) =>
  jsonResponse(checkRates((await catalogDigest()).listed, originOf(site)));
