/** The API surface: whether there is one, its catalog, its error answers, its schemas. */
import { type ApiCatalogEvidence, apiCatalogProbes } from './api-catalog.ts';
import { type ApiErrorsEvidence, apiErrorsProbes } from './api-errors.ts';
import { type ApiSurfaceEvidence, apiSurfaceProbes } from './api-surface.ts';
import { type JsonSchemasEvidence, jsonSchemasProbes } from './json-schemas.ts';
import type { Probes } from './probe.ts';

export interface ApiEvidence
  extends ApiSurfaceEvidence,
    ApiCatalogEvidence,
    ApiErrorsEvidence,
    JsonSchemasEvidence {}

export const apiProbes: Probes<ApiEvidence> = {
  ...apiSurfaceProbes,
  ...apiCatalogProbes,
  ...apiErrorsProbes,
  ...jsonSchemasProbes,
};
