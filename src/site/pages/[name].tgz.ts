import { tarball } from 'virtual:command-line';
import type { APIRoute } from 'astro';

export const GET: APIRoute = () =>
  new Response(Buffer.from(tarball, 'base64'), { headers: { 'Content-Type': 'application/gzip' } });
