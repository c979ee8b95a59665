/** What callers learn of errors: those that are meant for them, and of all others only that there was one. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { ServiceError } from '../service-errors.ts';

export type RequestGuard = <A extends unknown[], R>(
  handler: (...args: A) => R | Promise<R>,
) => (...args: A) => Promise<R>;

/** @param onError told of the errors that callers do not see */
export function guarded(onError: ((error: unknown) => void) | undefined): RequestGuard {
  return (handler) =>
    async (...args) => {
      try {
        return await handler(...args);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        if (error instanceof ServiceError) throw asProtocolError(error);
        onError?.(error);
        throw new ProtocolError(
          ProtocolErrorCode.InternalError,
          'Internal error: the request could not be answered. Try again later.',
        );
      }
    };
}

function asProtocolError({ code, message, retryAfterS }: ServiceError): ProtocolError {
  const kind = code === 'invalid_target' ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(kind, message, {
    code,
    retry_after_s: retryAfterS,
  });
}
