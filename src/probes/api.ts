/** The API surface: whether there is one, its catalog, its error answers, its schemas. */
import { apiCatalogProbes } from './api-catalog.ts';
import { apiErrorsProbes } from './api-errors.ts';
import { apiSurfaceProbes } from './api-surface.ts';
import { jsonSchemasProbes } from './json-schemas.ts';
import type { Probes } from './probe.ts';

export const apiProbes = {
  ...apiSurfaceProbes,
  ...apiCatalogProbes,
  ...apiErrorsProbes,
  ...jsonSchemasProbes,
} satisfies Partial<Probes>;
