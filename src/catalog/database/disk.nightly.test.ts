/** Tests a catalog in PostgreSQL whose data disk is full. The write-ahead log is on another disk. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { canMount } from '../../testing/mount.ts';
import { scratchFolder } from '../../testing/shared.ts';
import { startPostgres } from './testing/postgres.ts';
import { catalogOf, hostsAt, logOf, overlaps, serveMany } from './testing/worked.ts';

const MIB = 64;
const folder = scratchFolder('disk');

it.skipIf(!canMount())(
  'stops workers with the reason, sends no more requests, and loses no results',
  async () => {
    await using postgres = await startPostgres({ mib: MIB });
    await using sites = await serveMany();
    const hosts = hostsAt(sites.ports, 60);
    const catalog = await catalogOf(postgres, folder, { name: 'disk', hosts });
    await catalog.run('enqueue');
    const first = [1, 2].map((i) => catalog.worker(i, '--concurrency', '2'));
    await sites.asked(hosts.length / 3);
    const ballast = join(postgres.data, 'ballast');
    expect(() => writeFileSync(ballast, Buffer.alloc(MIB * 1024 ** 2))).toThrow('ENOSPC');
    const ended = await Promise.all(first.map(({ done }) => done));
    const says = expect.stringContaining('error: Cannot use the database: its disk is full.');
    expect(ended).toMatchObject([
      { code: 74, stderr: says },
      { code: 74, stderr: says },
    ]);
    const lost = ended.flatMap(logOf).filter(({ outcome }) => outcome !== 'scored');
    expect(lost).not.toEqual([]);
    for (const record of lost) {
      const message = 'Cannot use the database: its disk is full.';
      expect(record).toMatchObject({ outcome: 'failed', kind: 'io', message, again: true });
    }
    const asked = sites.ledger.length;
    const refused = await catalog.worker(3).done;
    expect(refused).toMatchObject({
      code: 74,
      stdout: '',
      stderr: expect.stringContaining('Cannot open the database: its disk is full.'),
    });
    expect(sites.ledger.length).toBe(asked);
    rmSync(ballast);
    const second = [3, 4].map((i) => catalog.worker(i, '--concurrency', '2'));
    await catalog.finished();
    for (const { child } of second) child.kill('SIGTERM');
    const all = [...ended, ...(await Promise.all(second.map(({ done }) => done)))];
    expect(all.map(({ code }) => code)).toEqual([74, 74, 0, 0]);
    expect(overlaps(sites.ledger, all)).toEqual([]);
    const store = await catalog.exported();
    expect(await store.hosts()).toEqual(hosts.toSorted());
    for (const host of hosts) expect((await store.read(host)).history).toHaveLength(1);
  },
  300_000,
);
