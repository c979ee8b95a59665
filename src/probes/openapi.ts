/** The OpenAPI description. */
import type { Probes } from './probe.ts';
import type { Surface } from './surface.ts';

/** An OpenAPI 3.x or Swagger 2.0 description that could be parsed. */
export interface OpenApi {
  /** The value of `openapi` or `swagger`. */
  readonly version: string;
  readonly document: Readonly<Record<string, unknown>>;
}

export interface OpenApiEvidence {
  readonly openapi: Surface<OpenApi>;
}

export const openApiProbes = {} as Probes<OpenApiEvidence>;
