import type { APIRoute } from 'astro';

import { FILLER } from '../../../paths.ts';

export { getStaticPaths } from '../../../paths.ts';

export const GET: APIRoute = ({ params }) => new Response(`# ${params.target}\n${FILLER}`);
