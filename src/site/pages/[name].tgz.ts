import { tarball } from 'virtual:command-line';
import type { APIRoute } from 'astro';
import { PACKAGE_PATHS } from '../../base/npx.ts';

export const getStaticPaths = () =>
  Object.values(PACKAGE_PATHS).map((path) => ({ params: { name: path.slice(1, -'.tgz'.length) } }));

export const GET: APIRoute = () =>
  new Response(Buffer.from(tarball, 'base64'), { headers: { 'Content-Type': 'application/gzip' } });
