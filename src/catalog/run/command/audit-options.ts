import { operatorsKey, type SigningKey } from '../../../audit/io/signing.ts';
import { LIMITS } from '../../../base/limits.ts';
import type { Context } from '../../../cli/context.ts';
import { CliError } from '../../../cli/errors.ts';
import type { Run } from '../../../cli/run.ts';
import type { WORKER } from './options.ts';

/** Returns the audit options of a command, regardless of where results are stored. */
export function auditOptions({ timeoutMs, output, values }: Run<typeof WORKER>) {
  const { audit, env } = output.session.context;
  const { concurrency, network, resolver, baseUrl } = values;
  return {
    ...{ concurrency, network, resolver, baseUrl },
    ...(audit === undefined ? {} : { runAudit: audit }),
    limits: { ...LIMITS, auditMs: timeoutMs },
    signingKey: signingKey(env),
  };
}

/**
 * Read only from the environment: other users of the machine can see command-line arguments.
 *
 * @throws CliError `configuration` if it is not a key
 */
function signingKey(env: Context['env']): SigningKey | undefined {
  try {
    return operatorsKey(env.AUDIT_SIGNING_KEY);
  } catch (error) {
    throw new CliError('configuration', (error as Error).message, {
      hint: 'Set it to the private key, or unset it to send requests without signatures.',
    });
  }
}
