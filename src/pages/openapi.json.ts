import type { APIRoute } from 'astro';
import { openApi } from '../site/openapi.ts';
import { jsonResponse, originOf } from '../site/respond.ts';
import { servedSchemas } from '../site/schemas.ts';

export const GET: APIRoute = async ({ site }) => {
  const names = (await servedSchemas()).map(({ name }) => name);
  return jsonResponse(openApi(originOf(site), names));
};
