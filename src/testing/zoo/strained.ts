/** A demo site behind a strain, audited, and held to what was written down by hand of the site without one. */

import { docs } from '../../demo/docs.ts';
import { ready } from '../../demo/ready/index.ts';
import { type DemoSite, said } from '../../demo/site.ts';
import type { Limits } from '../../limits.ts';
import type { Envelope } from '../../scorecard/schema.ts';
import { auditSite } from '../serve.ts';
import { TEST_CERT } from '../tls.ts';
import {
  closesExtra,
  coldStart,
  drops,
  limitConn,
  limitReq,
  oncePerPath,
  oneAtATime,
  refusesStreams,
  type StrainedOptions,
  serveStrained,
  slow,
  windowOf,
} from './pace.ts';

export async function auditStrained(
  site: DemoSite,
  strained: StrainedOptions,
  limits: Partial<Limits> = {},
): Promise<Envelope> {
  await using server = await serveStrained(site, strained);
  const live = strained.http2 === true ? { live: { ca: [TEST_CERT] } } : {};
  return await auditSite(server.url, { limits, ...live });
}

/** What differs from the truth: `id: truth → said (evidence)`. */
export function strainFaults(site: DemoSite, { scorecard }: Envelope, mayHide = false): string[] {
  return scorecard.results
    .filter((result) => said(result) !== site.verdicts[result.id])
    .filter(({ status }) => !mayHide || (status !== 'error' && status !== 'skip'))
    .map((result) => `${result.id}: ${site.verdicts[result.id]} → ${said(result)} (${result.evidence})`);
}

/** Strains that an audit sees through. Each audit makes its own: they remember. */
export const SEEN_THROUGH: readonly (readonly [name: string, make: () => StrainedOptions])[] = [
  ['one request at a time', () => ({ strain: oneAtATime(5) })],
  ['limit_conn 1, which answers 503', () => ({ strain: limitConn(1) })],
  ['limit_conn 3, which answers 503', () => ({ strain: limitConn(3) })],
  ['limit_conn 2, set to 429', () => ({ strain: limitConn(2, 429) })],
  ['500 when more than 2 come at a time', () => ({ strain: limitConn(2, 500) })],
  ['limit_req 20r/s burst=5, which answers 503', () => ({ strain: limitReq(20, 5) })],
  ['limit_req 5r/s without a burst', () => ({ strain: limitReq(5, 0) })],
  ['limit_req 10r/s burst=10, set to 429', () => ({ strain: limitReq(10, 10, 429) })],
  ['429 once a path, with Retry-After', () => ({ strain: oncePerPath(429, { 'retry-after': '1' }) })],
  ['429 once a path', () => ({ strain: oncePerPath(429) })],
  ['503 once a path', () => ({ strain: oncePerPath(503) })],
  ['connections beyond the first are closed', () => ({ connections: closesExtra(1) })],
  ['connections beyond the third are closed', () => ({ connections: closesExtra(3) })],
  ['more than 2 at a time are reset', () => ({ strain: drops(2, 'reset') })],
  ['more than 3 at a time are never answered', () => ({ strain: drops(3, 'hang') })],
  ['a cold start that fails', () => ({ strain: coldStart(502) })],
  ['2 s an answer', () => ({ strain: slow(2_000) })],
  ['HTTP/2, more than 4 streams are refused', () => ({ strain: refusesStreams(4), http2: true })],
  ['HTTP/2, limit_conn 1', () => ({ strain: limitConn(1), http2: true })],
  ['HTTP/2, limit_req 20r/s burst=5', () => ({ strain: limitReq(20, 5), http2: true })],
];

/** An audit of the site that passes everything asks 75 things: twice that is more than it may ask. */
export const siteFor = (name: string): DemoSite => (/once a path/.test(name) ? docs : ready);

/** A hang costs its whole time limit, here as there. */
export const limitsOf = (name: string): Partial<Limits> => (/never/.test(name) ? { requestMs: 2_000 } : {});

/** Strains that hide a part of the site for longer than an audit lasts. */
export const HIDING: readonly (readonly [name: string, make: () => StrainedOptions])[] = [
  ['a window of 30 requests, then 429', () => ({ strain: windowOf(30, 429, { 'retry-after': '60' }) })],
  ['a window of 20 requests, then 503', () => ({ strain: windowOf(20, 503) })],
  ['a window of 25 requests, then 500', () => ({ strain: windowOf(25, 500) })],
  ['a window of 12 requests, then 403', () => ({ strain: windowOf(12, 403) })],
  ['2 s an answer, one at a time', () => ({ strain: oneAtATime(2_000) })],
];
