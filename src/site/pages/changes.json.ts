import type { APIRoute } from 'astro';
import { catalogDigest } from '../catalog.ts';
import { jsonResponse, originOf } from '../respond.ts';
import { changesJson } from '../../report/change-texts.ts';

export const GET: APIRoute = async ({ site }) =>
  jsonResponse(changesJson((await catalogDigest()).changes, originOf(site)));
