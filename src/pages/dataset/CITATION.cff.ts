import type { APIRoute } from 'astro';
import { datasetEdition } from '../../site/adoption.ts';
import { citationCff } from '../../view/dataset.ts';

export const GET: APIRoute = async ({ site }) =>
  new Response(citationCff(await datasetEdition(site)), {
    headers: { 'Content-Type': 'application/yaml; charset=utf-8' },
  });
