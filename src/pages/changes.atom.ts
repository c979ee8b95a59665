import type { APIRoute } from 'astro';
import { ATOM_TYPE, atomFeed } from '../render/feeds/atom.ts';
import { feedOf } from '../render/feeds/feed.ts';
import { recentChanges } from '../site/catalog.ts';
import { originOf } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) =>
  new Response(atomFeed(feedOf(await recentChanges(), originOf(site))), {
    headers: { 'Content-Type': ATOM_TYPE },
  });
