import type { APIRoute } from 'astro';
import { checkRates } from '../../catalog/results/downloads.ts';
import { catalogDigest } from '../catalog.ts';
import { jsonResponse, originOf } from '../respond.ts';

export const GET: APIRoute = async ({ site }) =>
  jsonResponse(checkRates((await catalogDigest()).figures, originOf(site)));
