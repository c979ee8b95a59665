/** The api-catalog (RFC 9727). */

import type { Surface } from '../evidence/surface.ts';
import { type ApiCatalog, parseApiCatalog } from '../parse/api-catalog.ts';
import { readDocument } from './document.ts';
import type { Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';

export interface ApiCatalogEvidence {
  readonly apiCatalog: Surface<ApiCatalog>;
}

export const apiCatalogProbes: Probes<ApiCatalogEvidence> = {
  async apiCatalog(context) {
    const asked = context.client.request(new URL('/.well-known/api-catalog', await context.origin()));
    const [reply, site] = await Promise.all([asked, siteBehaviour(context)]);
    return readDocument(reply, site, ({ text, url }) => parseApiCatalog(text, url));
  },
};
