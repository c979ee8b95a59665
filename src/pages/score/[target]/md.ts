import type { APIRoute } from 'astro';
import { renderMarkdown } from '../../../render/markdown.ts';
import { storedResults, targetPaths } from '../../../site/catalog.ts';

export const getStaticPaths = targetPaths;

export const GET: APIRoute = async ({ params }) => {
  const { latest } = await storedResults(params.target ?? '');
  return new Response(renderMarkdown(latest));
};
