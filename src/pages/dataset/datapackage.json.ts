import type { APIRoute } from 'astro';
import { dataPackage } from '../../results/dataset.ts';
import { datasetEdition } from '../../site/adoption.ts';
import { datasetFiles, listedTargets } from '../../site/catalog.ts';
import { jsonResponse } from '../../site/respond.ts';
import { figuresNote } from '../../view/catalog.ts';

export const GET: APIRoute = async ({ site }) =>
  jsonResponse(
    dataPackage(await datasetFiles(), await datasetEdition(site), figuresNote(await listedTargets())),
  );
