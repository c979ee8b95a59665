import type { APIRoute } from 'astro';
import { ATOM_TYPE, atomFeed } from '../../report/feed.ts';
import { catalogDigest } from '../catalog.ts';
import { originOf } from '../respond.ts';

export const GET: APIRoute = async ({ site }) =>
  new Response(atomFeed((await catalogDigest()).changes, originOf(site)), {
    headers: { 'Content-Type': ATOM_TYPE },
  });
