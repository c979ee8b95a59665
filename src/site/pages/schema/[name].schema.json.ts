import type { APIRoute } from 'astro';
import { printedSchema } from '../../../cli/documents.ts';
import { SERVED_SCHEMAS } from '../../openapi.ts';

export const getStaticPaths = () =>
  SERVED_SCHEMAS.map((name) => ({ params: { name }, props: { text: printedSchema(name) } }));

export const GET: APIRoute<{ text: string }> = ({ props }) =>
  new Response(props.text, { headers: { 'Content-Type': 'application/schema+json' } });
