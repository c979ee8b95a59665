import type { APIRoute } from 'astro';
import { ATOM_TYPE, atomFeed } from '../render/feed.ts';
import { recentChanges } from '../site/catalog.ts';
import { originOf } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) =>
  new Response(atomFeed(await recentChanges(), originOf(site)), {
    headers: { 'Content-Type': ATOM_TYPE },
  });
