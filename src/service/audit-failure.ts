/** Handles an audit that gave no scorecard: what the caller is told, and which allowance pays for it. */
import { AuditError } from '../errors.ts';
import { plain } from '../parse/text.ts';
import { ServiceError, type ServiceErrorCode } from '../service-errors.ts';
import type { Target } from '../target.ts';
import { FAILURES, type LiveRecord } from './live-records.ts';
import type { AuditEnd } from './meter.ts';

const MESSAGE_CHARS = 400;
const TRY_AGAIN =
  'Check the address, and try again when the site answers. This attempt does not count towards your limit.';
const COSTS_NOTHING = 'This attempt does not count towards the limit.';

type FailureCode = NonNullable<LiveRecord['failure']>['code'];

/** An error of the audit as its caller is told. */
export function auditFailure(error: unknown, target: Target): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof AuditError) {
    const { kind } = error;
    if (isFailure(kind)) {
      const message = plain(error.message, MESSAGE_CHARS);
      if (kind === 'target_unreachable' || kind === 'audit_timeout')
        return new ServiceError(kind, `${message} ${TRY_AGAIN}`);
      const hint = error.hint === undefined ? [] : [plain(error.hint, MESSAGE_CHARS)];
      return new ServiceError(kind, [message, ...hint, COSTS_NOTHING].join(' '));
    }
  }
  return new ServiceError(
    'service_unavailable',
    `The audit of ${target.name} failed because of an error in the service.`,
    {
      cause: error,
    },
  );
}

/** The target's failures, which those who waited for the audit are told too. */
export function failureOf({ code, message }: ServiceError, at: number): Pick<LiveRecord, 'failure'> {
  return isFailure(code) ? { failure: { code, message, at } } : {};
}

/**
 * What an audit costs that gave no scorecard. The caller has the unit back. The audited, and the service, have it back only
 * where the audit ended before it had begun in earnest.
 */
export function costOf(error: ServiceError): AuditEnd {
  const isLight = isFailure(error.code) || error.code === 'audit_limit_reached';
  return { caller: 'failed', others: isLight ? 'failed' : 'ran' };
}

export function cancelled({ name }: Target): ServiceError {
  return new ServiceError('cancelled', `The caller disconnected before the audit of ${name} ended.`);
}

function isFailure(code: string): code is FailureCode & ServiceErrorCode {
  return (FAILURES as readonly string[]).includes(code);
}
