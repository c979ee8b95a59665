/** What another thread or process says of its work. An error that is meant to be read loses its kind on the way as such. */
import { AuditError } from '../../errors.ts';

export type Worked<T> =
  | { readonly value: T }
  | { readonly failed: Pick<AuditError, 'kind' | 'message' | 'hint'> };

/** Other errors are not answered: they end who works. */
export async function workedOf<T>(work: Promise<T>): Promise<Worked<T>> {
  try {
    return { value: await work };
  } catch (error) {
    if (!(error instanceof AuditError)) throw error;
    const { kind, message, hint } = error;
    return { failed: { kind, message, hint } };
  }
}

/** @throws AuditError where it failed */
export function heard<T>(answer: Worked<T>): T {
  if ('value' in answer) return answer.value;
  const { kind, message, hint } = answer.failed;
  throw new AuditError(kind, message, { hint });
}
