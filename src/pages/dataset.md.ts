import type { APIRoute } from 'astro';
import { datasetMarkdown } from '../render/markdown/dataset.ts';
import { datasetEdition, listedTargets } from '../site/catalog.ts';
import { alternateResponse } from '../site/respond.ts';
import { ABOUT_DATASET } from '../view/about.ts';

export const GET: APIRoute = async ({ site }) =>
  alternateResponse(ABOUT_DATASET, datasetMarkdown(await datasetEdition(site), await listedTargets()), site);
