/** Audits a demo site with transient failures, and compares the scorecard with the truth about the site without them. */

import { docs } from '../../app/demo/docs.ts';
import { ready } from '../../app/demo/ready/index.ts';
import { type DemoSite, expectedOf } from '../../app/demo/site.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { auditSite } from '../serve.ts';
import { TEST_CERT } from '../tls.ts';
import {
  closesExtra,
  endsConnections,
  limitConn,
  oncePerPath,
  refusesStreams,
  type StrainedOptions,
  serveStrained,
} from './pace.ts';

export async function auditStrained(site: DemoSite, strained: StrainedOptions): Promise<Envelope> {
  await using server = await serveStrained(site, strained);
  const live = strained.http2 === true ? { live: { ca: [TEST_CERT] } } : {};
  return await auditSite(server.url, live);
}

/** Returns the differences from the truth: `id: truth → audited (evidence)`. */
export function strainFaults(site: DemoSite, { scorecard }: Envelope): string[] {
  return scorecard.results
    .filter((result) => expectedOf(result) !== site.verdicts[result.id])
    .map(
      (result) => `${result.id}: ${site.verdicts[result.id]} → ${expectedOf(result)} (${result.evidence})`,
    );
}

/** Strains that an audit copes with: one refuses, one closes, one requires a retry, and one is over HTTP/2. */
export const SEEN_THROUGH: readonly (readonly [name: string, strained: StrainedOptions, site: DemoSite])[] = [
  ['limit_conn 3, which answers 503', { strain: limitConn(3) }, ready],
  ['connections beyond the third are closed', { connections: closesExtra(3) }, ready],
  // An audit of the site that passes everything sends 75 requests, and twice that is over the limit.
  ['429 once a path', { strain: oncePerPath(429) }, docs],
  ['HTTP/2, more than 4 streams are refused', { strain: refusesStreams(4), http2: true }, ready],
  ['HTTP/2, each connection ends after a response', { connections: endsConnections, http2: true }, ready],
  ['a proxy that ends TLS without X-Forwarded-Proto', { writes: 'http', http2: true }, ready],
  ['a preview over http of what is built for https', { writes: 'https' }, ready],
];
