import type { APIRoute } from 'astro';
import { printedSchemas } from '../../cli/documents.ts';
import { type ServedSchema, servedSchemas } from '../../site/schemas.ts';

export const getStaticPaths = () =>
  servedSchemas(printedSchemas()).map((schema) => ({ params: { name: schema.name }, props: schema }));

export const GET: APIRoute<ServedSchema> = ({ props }) =>
  new Response(props.text, { headers: { 'Content-Type': 'application/schema+json' } });
