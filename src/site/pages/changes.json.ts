import type { APIRoute } from 'astro';
import { changesJson } from '../../report/change-texts.ts';
import { catalogDigest } from '../catalog.ts';
import { jsonResponse, originOf } from '../respond.ts';

export const GET: APIRoute = async ({ site }) =>
  jsonResponse(changesJson((await catalogDigest()).changes, originOf(site)));
