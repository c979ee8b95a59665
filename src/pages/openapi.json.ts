import type { APIRoute } from 'astro';
import { openApi } from '../site/openapi.ts';
import { jsonResponse, originOf } from '../site/respond.ts';

export const GET: APIRoute = ({ site }) => jsonResponse(openApi(originOf(site)));
