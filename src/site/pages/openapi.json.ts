import type { APIRoute } from 'astro';
import { openApi } from '../openapi.ts';
import { jsonResponse, originOf } from '../respond.ts';

export const GET: APIRoute = ({ site }) => jsonResponse(openApi(originOf(site)));
