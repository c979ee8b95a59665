/** The api-catalog (RFC 9727). */

import { readDocument } from '../evidence/document.ts';
import { parseApiCatalog } from '../parse/api-catalog.ts';
import type { Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';

export const apiCatalogProbes = {
  async apiCatalog(context) {
    const asked = context.client.request(new URL('/.well-known/api-catalog', await context.origin()));
    const [reply, site] = await Promise.all([asked, siteBehaviour(context)]);
    return readDocument(reply, site, ({ text, url }) => parseApiCatalog(text, url));
  },
} satisfies Partial<Probes>;
