import type { APIRoute } from 'astro';
import { compareOtherMarkdown } from '../../render/markdown/others.ts';
import { alternateResponse, originOf } from '../../site/respond.ts';
import { ABOUT_COMPARE_OTHER } from '../../view/others/about.ts';

export const GET: APIRoute = ({ site }) =>
  alternateResponse(ABOUT_COMPARE_OTHER, compareOtherMarkdown(originOf(site)), site);
