import type { APIRoute } from 'astro';
import { changesJson } from '../results/changes-document.ts';
import { recentChanges } from '../site/catalog.ts';
import { jsonResponse, originOf } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) =>
  jsonResponse(changesJson(await recentChanges(), originOf(site)));
