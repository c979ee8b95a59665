import { describe, expect, it } from 'vitest';
import { parseTarget, type Target } from '../../audit/target.ts';
import { AuditError } from '../../base/errors.ts';
import { quietOutput } from '../../testing/cli.ts';
import { overHttpsOrHttp } from '../commands/audit.ts';
import type { Plan } from './plan.ts';

const QUIET = quietOutput();
const SECRET: Plan['headers'] = [['x-preview', 'a secret']];

/** Returns the origins that are requested if https fails, and the error's hint, if any. */
async function requestedOrigins(
  host: string,
  { failure, headers = [], typed = false }: { failure: string; headers?: Plan['headers']; typed?: boolean },
): Promise<{ origins: string[]; hint?: string | undefined }> {
  const schemes = {
    target: parseTarget(`https://${host}`),
    inClear: typed ? undefined : parseTarget(`http://${host}`),
    headers,
  };
  const origins: string[] = [];
  const audit = ({ origin }: Target) => {
    origins.push(origin);
    return origin.startsWith('https:')
      ? Promise.reject(new AuditError('target_unreachable', 'Nothing there.', { failure }))
      : Promise.resolve('audited');
  };
  try {
    await overHttpsOrHttp(schemes, QUIET, audit);
    return { origins };
  } catch (error) {
    return { origins, hint: error instanceof AuditError ? error.hint : 'another error' };
  }
}

describe('the caller’s headers, if https does not work', () => {
  it.each([
    ['10.0.0.1', 'connect'],
    ['10.0.0.1:3000', 'tls'],
    ['staging.internal', 'timeout'],
    ['example.com', 'connect'],
    ['127.example.com', 'connect'],
    ['[fd00::1]', 'reset'],
  ])('are not sent unencrypted to %s', async (host, failure) => {
    const open = await requestedOrigins(host, { failure });
    expect(open).toEqual({ origins: [`https://${host}`, `http://${host}`] });
    const closed = await requestedOrigins(host, { failure, headers: SECRET });
    expect(closed.origins).toEqual([`https://${host}`]);
    expect(closed.hint).toContain(`type http://${host}.`);
  });

  it.each(['localhost:3000', 'shop.localhost', '127.0.0.1:3000', '127.8.8.8', '[::1]:3000'])(
    'are sent unencrypted to %s, which is this machine',
    async (host) => {
      const { origins } = await requestedOrigins(host, { failure: 'tls', headers: SECRET });
      expect(origins).toEqual([`https://${host}`, `http://${host}`]);
    },
  );

  it('are never sent unencrypted if the caller typed https', async () => {
    const { origins } = await requestedOrigins('localhost', { failure: 'tls', headers: SECRET, typed: true });
    expect(origins).toEqual(['https://localhost']);
  });
});

it('sends nothing unencrypted to a TLS server with an untrusted certificate', async () => {
  const { origins } = await requestedOrigins('localhost:3443', { failure: 'certificate' });
  expect(origins).toEqual(['https://localhost:3443']);
});
