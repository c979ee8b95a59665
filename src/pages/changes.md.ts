import type { APIRoute } from 'astro';
import { changesMarkdown } from '../render/markdown/changes.ts';
import { recentChanges } from '../site/catalog.ts';
import { alternateResponse, originOf } from '../site/respond.ts';
import { ABOUT_CHANGES } from '../view/about.ts';
import { changesLead, shownChanges } from '../view/change-texts.ts';

export const GET: APIRoute = async ({ site }) => {
  const changes = await recentChanges();
  return alternateResponse(
    ABOUT_CHANGES,
    changesMarkdown(shownChanges(changes), changesLead(changes), originOf(site)),
    site,
  );
};
