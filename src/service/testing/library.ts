import type { Library } from '../../service-api.ts';
import { BASE_URL } from '../../testing/envelopes.ts';

/** The library of a catalog that lists nothing. */
export const EMPTY_LIBRARY: Pick<Library, 'origin' | 'sites' | 'apart' | 'scorecard'> = {
  origin: BASE_URL,
  sites: async () => [],
  apart: async () => [],
  scorecard: async () => undefined,
};
