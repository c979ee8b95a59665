import type { APIRoute } from 'astro';
import { adoptionMarkdown } from '../render/markdown/adoption.ts';
import { adoptionFigures } from '../site/adoption.ts';
import { apartTargets, listedTargets } from '../site/catalog.ts';
import { alternateResponse, originOf } from '../site/respond.ts';
import { ABOUT_ADOPTION } from '../view/about.ts';

export const GET: APIRoute = async ({ site }) =>
  alternateResponse(
    ABOUT_ADOPTION,
    adoptionMarkdown(await adoptionFigures(), await listedTargets(), await apartTargets(), originOf(site)),
    site,
  );
