import type { APIRoute } from 'astro';
import { storedResults, targetPaths } from '../../../site/catalog.ts';

export const getStaticPaths = targetPaths;

export const GET: APIRoute = async ({ params }) => {
  const { latest } = await storedResults(params.target ?? '');
  return new Response(`${JSON.stringify(latest, null, 2)}\n`);
};
