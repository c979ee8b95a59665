import type { APIRoute } from 'astro';
import { storedResults, targetPaths } from '../../../site/catalog.ts';
import { scorecardMarkdown } from '../../../site/page-markdown.ts';
import { markdownResponse } from '../../../site/respond.ts';

export const getStaticPaths = targetPaths;

export const GET: APIRoute = async ({ params }) => {
  const { latest } = await storedResults(params.target ?? '');
  return markdownResponse(scorecardMarkdown(latest));
};
