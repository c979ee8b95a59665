import { describe, expect, it } from 'vitest';
import { CLAIM_MS, TARGET_LIMIT } from '../limits.ts';
import { domainOf } from '../parse/same-site.ts';
import { collectionsIn } from './collections.ts';
import { type ClaimResult, DOMAIN_PREFIX, DomainLimit } from './domain-limit.ts';
import { type ConditionalStore, memoryStore } from './store.ts';
import { counted, jittery } from './testing/stores.ts';

const MINUTE = 60_000;

function limitOn(store: ConditionalStore, now: () => number = () => 0): DomainLimit {
  return new DomainLimit(collectionsIn({ store, now, later: () => undefined }).domains, now);
}

async function claimed(limit: DomainLimit, domain = 'victim.example') {
  const result = await limit.claim(domain, 'live/a');
  if (result.kind !== 'claimed') throw new Error(`it is ${result.kind}`);
  return result.claim;
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

describe('the limit of a domain', () => {
  it.each([1, 4])('one at a time, on %i instances', async (instances) => {
    const store = memoryStore();
    const all = Array.from({ length: instances }, () => limitOn(jittery(store)));
    const entries = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        all[i % instances]?.claim('victim.example', `live/${i}`),
      ) as Promise<ClaimResult>[],
    );
    const within = entries.filter(({ kind }) => kind === 'claimed');
    expect([within.length, entries.filter(({ kind }) => kind === 'busy').length]).toEqual([1, 11]);
    expect((await limitOn(store).claim('other.example', 'live/b')).kind).toBe('claimed');
  });

  it('6 in any 60 minutes: each comes back 60 minutes after it began', async () => {
    let now = 0;
    const limit = limitOn(memoryStore(), () => now);
    for (let i = 0; i < TARGET_LIMIT.units; i++) {
      now = i * MINUTE;
      await (await claimed(limit)).release('ran');
    }
    expect(await limit.claim('victim.example', 'live/a')).toEqual({ kind: 'full', until: 60 * MINUTE });
    now = 60 * MINUTE;
    await (await claimed(limit)).release('ran');
    expect(await limit.claim('victim.example', 'live/a')).toEqual({ kind: 'full', until: 61 * MINUTE });
  });

  it('what failed before the audit had begun counts in a looser budget, what never began in none', async () => {
    const limit = limitOn(memoryStore());
    for (let i = 0; i < 50; i++) await (await claimed(limit)).release('unused');
    for (let i = 0; i < TARGET_LIMIT.failed; i++) await (await claimed(limit)).release('failed');
    expect((await limit.claim('victim.example', 'live/a')).kind).toBe('full');
  });

  it('an instance that has died within an audit holds the domain until its claim runs out, and has used a unit', async () => {
    let now = 0;
    const store = memoryStore();
    const limit = limitOn(store, () => now);
    for (let i = 0; i < TARGET_LIMIT.units; i++) {
      const lost = await claimed(limit);
      expect(await limit.claim('victim.example', 'live/b')).toEqual({
        kind: 'busy',
        until: lost.until,
        of: 'live/a',
      });
      now += CLAIM_MS;
      // Who comes back from the dead changes nothing.
      await lost.release('unused');
    }
    expect((await limit.claim('victim.example', 'live/a')).kind).toBe('full');
    now = 60 * MINUTE + CLAIM_MS;
    // The claim of the one who was first is over, and that of the second still counts.
    expect((await limit.claim('victim.example', 'live/a')).kind).toBe('claimed');
  });

  it('a claim that has passed to another is not given up by the one before', async () => {
    let now = 0;
    const limit = limitOn(memoryStore(), () => now);
    const late = await claimed(limit);
    now = CLAIM_MS;
    await claimed(limit);
    await late.release('ran');
    expect((await limit.claim('victim.example', 'live/a')).kind).toBe('busy');
  });

  it('to claim and to release are a round trip each, beside the note of the end', async () => {
    const { store, trips } = counted(memoryStore());
    await (await claimed(limitOn(store))).release('ran');
    expect(trips).toMatchObject({ reads: 0, writes: 3 });
    expect((await store.keys(DOMAIN_PREFIX)).length).toBe(1);
  });
});
