import type { APIRoute } from 'astro';

export { getStaticPaths } from '../../../paths.ts';

export const GET: APIRoute = ({ params }) => new Response(`# ${params.target}\n`);
