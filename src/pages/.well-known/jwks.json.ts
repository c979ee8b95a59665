import type { APIRoute } from 'astro';
import { jsonResponse } from '../../site/respond.ts';
import { KEY_SET } from '../../site/well-known.ts';

export const GET: APIRoute = () => jsonResponse(KEY_SET);
