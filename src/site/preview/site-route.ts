/** `/preview.png` in `astro dev`. */
import type { APIRoute } from 'astro';
import { originOf } from '../respond.ts';
import { drawPng } from './png.ts';
import { sitePreview } from './preview.ts';

export const GET: APIRoute = async ({ site }) => pngResponse(await sitePreview(originOf(site)));

/** The image of an SVG. */
export async function pngResponse(svg: string): Promise<Response> {
  return new Response(Uint8Array.from(await drawPng(svg)), { headers: { 'Content-Type': 'image/png' } });
}
