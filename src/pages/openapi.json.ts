import type { APIRoute } from 'astro';
import { printedSchemas } from '../cli/documents.ts';
import { openApi } from '../site/openapi.ts';
import { jsonResponse, originOf } from '../site/respond.ts';
import { servedSchemas } from '../site/schemas.ts';

export const GET: APIRoute = ({ site }) => {
  const names = servedSchemas(printedSchemas()).map(({ name }) => name);
  return jsonResponse(openApi(originOf(site), names));
};
