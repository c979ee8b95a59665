import type { APIRoute } from 'astro';
import { catalogJson } from '../results/downloads.ts';
import { apartTargets, listedTargets, waitingTargets } from '../site/catalog.ts';
import { jsonResponse, originOf } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) =>
  jsonResponse(
    catalogJson(await listedTargets(), originOf(site), await apartTargets(), await waitingTargets()),
  );
