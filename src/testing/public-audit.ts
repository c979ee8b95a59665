/** Audits under the rules of the public service, on a simulated network. */
import { audit } from '../audit/audit.ts';
import { requestFor } from '../audit/request.ts';
import type { Envelope, Result } from '../audit/scorecard/schema.ts';
import { parseTarget, urlRule } from '../audit/target.ts';
import { AuditError } from '../base/errors.ts';
import { testIo } from './live.ts';
import type { TestNetwork } from './network.ts';

/** A site that anyone may audit, and a public address for it. */
export const SITE = 'http://www.example.com';
export const PUBLIC = '93.184.215.14';

/**
 * Audits a typed target as the public service does.
 *
 * @param only the checks to run; default: all
 */
export async function auditPublicly(
  input: string,
  { lookup }: TestNetwork,
  only?: readonly string[],
): Promise<Envelope> {
  const target = parseTarget(input, 'public');
  // Without a resolver for DNS records, which would be the operator's and not the site's.
  await using live = testIo({ network: 'public', targetHost: target.hostname, lookup, resolver: '' });
  const { envelope } = await audit(requestFor(target, { selected: only }), {
    io: live.io,
    allowUrl: urlRule('public'),
  });
  return envelope;
}

export async function refusal(input: string, network: TestNetwork): Promise<AuditError> {
  const error: unknown = await auditPublicly(input, network).then(
    () => new Error(`${input} was audited`),
    (reason: unknown) => reason,
  );
  if (error instanceof AuditError) return error;
  throw error;
}

export function resultOf({ scorecard }: Envelope, id: string): Result {
  const result = scorecard.results.find((one) => one.id === id);
  if (result === undefined) throw new Error(`no check is named ${id}`);
  return result;
}
