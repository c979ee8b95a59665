import type { APIRoute } from 'astro';
import { jsonResponse, originOf } from '../../../site/respond.ts';
import { serverCard } from '../../../site/well-known.ts';

export const GET: APIRoute = ({ site }) => jsonResponse(serverCard(originOf(site)));
