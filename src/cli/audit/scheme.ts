/** A target without a scheme: https is tried first, then http. */
import { isIP } from 'node:net';
import { AuditError } from '../../errors.ts';
import { isPublicName, type Target } from '../../target.ts';
import { notice, type Output } from '../output.ts';
import type { Plan } from './plan.ts';

/** Failures after which a public site may still be there without TLS: nothing answers on https at all. */
const NOTHING_THERE: ReadonlySet<string | undefined> = new Set(['connect']);
/** The same of a server on this machine or in a private network, where plain http is usual. */
const NO_TLS: ReadonlySet<string | undefined> = new Set(['connect', 'tls', 'timeout', 'reset', 'protocol']);

/**
 * Audits over https, and where no scheme was typed and that leads nowhere, over http, saying so.
 *
 * @param audit makes an audit of a target
 * @throws what `audit` throws; one error where both schemes fail
 */
export async function overHttpsOrHttp<T>(
  { request: { target }, inClear, headers }: Plan,
  output: Output,
  audit: (target: Target) => Promise<T>,
): Promise<T> {
  try {
    return await audit(target);
  } catch (first) {
    if (inClear === undefined || !(first instanceof AuditError) || !mayBeInClear(target, first)) throw first;
    if (headers.length > 0 && !isLoopback(target.hostname)) throw notInClear(first, inClear);
    const what = first.failure === 'tls' ? 'does not speak TLS' : 'does not answer on https';
    notice(output, `${target.name} ${what}: trying ${inClear.origin}.`);
    return audit(inClear).catch((second: unknown) => {
      throw second instanceof AuditError && second.kind === 'target_unreachable'
        ? neither(target, first, second)
        : second;
    });
  }
}

function mayBeInClear({ hostname }: Target, { kind, failure }: AuditError): boolean {
  return kind === 'target_unreachable' && (isPublicName(hostname) ? NOTHING_THERE : NO_TLS).has(failure);
}

function isLoopback(hostname: string): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return (
    /(?:^|\.)localhost$/.test(literal) ||
    literal === '::1' ||
    (isIP(literal) === 4 && literal.startsWith('127.'))
  );
}

/** Somebody who blocks https must not be able to read secrets. */
function notInClear({ message, failure = '' }: AuditError, inClear: Target): AuditError {
  return new AuditError('target_unreachable', message, {
    hint: `Headers of your own are not sent without encryption unless you say so: type ${inClear.origin}.`,
    failure,
  });
}

function neither({ name }: Target, first: AuditError, second: AuditError): AuditError {
  const message = `${name} could not be reached, neither by https nor by http. ${first.message} ${second.message}`;
  return new AuditError('target_unreachable', message, {
    hint: second.hint,
    failure: second.failure,
  });
}
