import type { APIRoute } from 'astro';
import { catalogDigest } from '../site/catalog.ts';
import { jsonResponse, originOf } from '../site/respond.ts';
import { changesJson } from '../view/change-texts.ts';

export const GET: APIRoute = async ({ site }) =>
  jsonResponse(changesJson((await catalogDigest()).changes, originOf(site)));
