import type { APIRoute } from 'astro';
import { ATOM_TYPE, atomFeed } from '../render/feed.ts';
import { catalogDigest } from '../site/catalog.ts';
import { originOf } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) =>
  new Response(atomFeed((await catalogDigest()).changes, originOf(site)), {
    headers: { 'Content-Type': ATOM_TYPE },
  });
