import type { APIRoute } from 'astro';
import { othersMarkdown } from '../render/markdown/others.ts';
import { alternateResponse, originOf } from '../site/respond.ts';
import { ABOUT_OTHERS } from '../view/others/about.ts';

export const GET: APIRoute = ({ site }) =>
  alternateResponse(ABOUT_OTHERS, othersMarkdown(originOf(site)), site);
