import type { APIRoute } from 'astro';
import { catalogCsv } from '../results/catalog-csv.ts';
import { apartTargets, listedTargets } from '../site/catalog.ts';
import { originOf } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) =>
  new Response(catalogCsv(await listedTargets(), originOf(site), await apartTargets()), {
    headers: { 'Content-Type': 'text/csv; charset=utf-8; header=present' },
  });
