import type { APIRoute } from 'astro';
import { renderMarkdown } from '../../../render/markdown.ts';
import { aboutScorecard } from '../../../site/about.ts';
import { storedResults, targetPaths } from '../../../site/catalog.ts';
import { twinResponse } from '../../../site/respond.ts';

export const getStaticPaths = targetPaths;

export const GET: APIRoute = async ({ params }) => {
  const { latest } = await storedResults(params.target ?? '');
  return twinResponse(aboutScorecard(latest), renderMarkdown(latest));
};
