import { expect, it } from 'vitest';
import { liveIo } from '../audit/io/live.ts';
import { runningHere } from '../audit/isolation/run-job.ts';
import { parseTarget } from '../audit/target.ts';
import { testNetwork } from '../testing/network.ts';
import { callerAt } from './caller.ts';
import { liveKey } from './live-records.ts';
import { liveInstance } from './testing/instance.ts';

it('returns target_unreachable for a name without a public address, and stores no address', async () => {
  await using network = await testNetwork({ names: { 'n.com': [['10.1.2.3']] } });
  const { audits, kept } = liveInstance({
    settings: { liveAudits: true, network: 'public' },
    // The audit runs in this process, so the test can replace the network.
    runAudit: runningHere(({ target, limits }) => ({
      io: liveIo({
        limits,
        network: 'public',
        targetHost: target.hostname,
        resolver: '',
        lookup: network.lookup,
      }),
    })),
  });
  const request = { target: parseTarget('n.com'), siteType: null, caller: callerAt('198.51.100.7') };
  await expect(audits.audit(request)).rejects.toMatchObject({
    name: 'ServiceError',
    code: 'target_unreachable',
    message: expect.stringContaining('this audit may not connect to the address'),
    quote: expect.stringMatching(/does not have a public address/),
  });
  expect(JSON.stringify(await kept.live.read(liveKey('n.com')))).not.toContain('10.1.2.3');
  expect(network.dialled).toEqual([]);
});
