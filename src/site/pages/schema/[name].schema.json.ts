import type { APIRoute } from 'astro';
import { schemaText } from '../../../audit/scorecard/print.ts';
import { targetSchema } from '../../../audit/scorecard/record.ts';
import { printedSchema } from '../../../cli/documents.ts';
import { SERVED_SCHEMAS } from '../../openapi.ts';

export const getStaticPaths = () =>
  SERVED_SCHEMAS.map((name) => ({
    params: { name },
    props: { text: name === 'target' ? schemaText(targetSchema) : printedSchema(name) },
  }));

export const GET: APIRoute<{ text: string }> = ({ props }) =>
  new Response(props.text, { headers: { 'Content-Type': 'application/schema+json' } });
