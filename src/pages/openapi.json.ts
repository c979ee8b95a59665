import type { APIRoute } from 'astro';
import { printedSchemas } from '../cli/documents.ts';
import { readFixFile } from '../site/fix-texts.ts';
import { openApi } from '../site/openapi.ts';
import { jsonResponse, originOf } from '../site/respond.ts';
import { servedSchemas } from '../site/schemas.ts';

export const GET: APIRoute = async ({ site }) => {
  const names = servedSchemas(printedSchemas()).map(({ name }) => name);
  const { stacks } = await readFixFile();
  return jsonResponse(
    openApi(
      originOf(site),
      names,
      stacks.map(({ id }) => id),
    ),
  );
};
