import { describe, expect, it } from 'vitest';
import { CLAIM_MS, TARGET_LIMIT } from '../limits.ts';
import { Audited, DOMAIN_PREFIX, type Entry } from './audited.ts';
import { domainOf } from './domain.ts';
import { keptIn } from './kept.ts';
import { type ConditionalStore, memoryStore } from './store.ts';
import { counted, jittery } from './testing/stores.ts';

const MINUTE = 60_000;

function auditedOn(store: ConditionalStore, now: () => number = () => 0): Audited {
  return new Audited(keptIn({ store, now, later: () => undefined }).domains, now);
}

async function entered(audited: Audited, domain = 'victim.example') {
  const entry = await audited.enter(domain, 'live/a');
  if (entry.kind !== 'in') throw new Error(`it is ${entry.kind}`);
  return entry.visit;
}

describe('what counts as one site', () => {
  it.each([
    ['https://www.example.com/', 'example.com'],
    ['http://a.b.example.co.uk/x', 'example.co.uk'],
    ['https://one.github.io/', 'one.github.io'],
    ['https://a.one.github.io/', 'one.github.io'],
    ['https://github.io/', 'github.io'],
    ['https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
    ['https://ready.demo/', 'ready.demo'],
    ['http://127.0.0.1:8080/', '127.0.0.1:8080'],
    ['http://[::1]:8080/', '[::1]:8080'],
    ['http://intranet/', 'intranet'],
  ])('%s: %s', (url, domain) => {
    expect(domainOf(url)).toBe(domain);
  });
});

describe('Audited', () => {
  it.each([1, 4])('one at a time, on %i instances', async (instances) => {
    const store = memoryStore();
    const all = Array.from({ length: instances }, () => auditedOn(jittery(store)));
    const entries = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        all[i % instances]?.enter('victim.example', `live/${i}`),
      ) as Promise<Entry>[],
    );
    const within = entries.filter(({ kind }) => kind === 'in');
    expect([within.length, entries.filter(({ kind }) => kind === 'busy').length]).toEqual([1, 11]);
    expect((await auditedOn(store).enter('other.example', 'live/b')).kind).toBe('in');
  });

  it('6 in any 60 minutes: each comes back 60 minutes after it began', async () => {
    let now = 0;
    const audited = auditedOn(memoryStore(), () => now);
    for (let i = 0; i < TARGET_LIMIT.units; i++) {
      now = i * MINUTE;
      await (await entered(audited)).leave('ran');
    }
    expect(await audited.enter('victim.example', 'live/a')).toEqual({ kind: 'full', until: 60 * MINUTE });
    now = 60 * MINUTE;
    await (await entered(audited)).leave('ran');
    expect(await audited.enter('victim.example', 'live/a')).toEqual({ kind: 'full', until: 61 * MINUTE });
  });

  it('what failed before the audit had begun counts in a looser budget, what never began in none', async () => {
    const audited = auditedOn(memoryStore());
    for (let i = 0; i < 50; i++) await (await entered(audited)).leave('unused');
    for (let i = 0; i < TARGET_LIMIT.failed; i++) await (await entered(audited)).leave('failed');
    expect((await audited.enter('victim.example', 'live/a')).kind).toBe('full');
  });

  it('an instance that has died within an audit holds the domain until its claim runs out, and has used a unit', async () => {
    let now = 0;
    const store = memoryStore();
    const audited = auditedOn(store, () => now);
    for (let i = 0; i < TARGET_LIMIT.units; i++) {
      const lost = await entered(audited);
      expect(await audited.enter('victim.example', 'live/b')).toEqual({
        kind: 'busy',
        until: lost.until,
        of: 'live/a',
      });
      now += CLAIM_MS;
      // Who comes back from the dead changes nothing.
      await lost.leave('unused');
    }
    expect((await audited.enter('victim.example', 'live/a')).kind).toBe('full');
    now = 60 * MINUTE + CLAIM_MS;
    // The claim of the one who was first is over, and that of the second still counts.
    expect((await audited.enter('victim.example', 'live/a')).kind).toBe('in');
  });

  it('a claim that has passed to another is not given up by the one before', async () => {
    let now = 0;
    const audited = auditedOn(memoryStore(), () => now);
    const late = await entered(audited);
    now = CLAIM_MS;
    await entered(audited);
    await late.leave('ran');
    expect((await audited.enter('victim.example', 'live/a')).kind).toBe('busy');
  });

  it('to enter and to leave are a round trip each, beside the note of the end', async () => {
    const { store, trips } = counted(memoryStore());
    await (await entered(auditedOn(store))).leave('ran');
    expect(trips).toMatchObject({ reads: 0, writes: 3 });
    expect((await store.keys(DOMAIN_PREFIX)).length).toBe(1);
  });
});
