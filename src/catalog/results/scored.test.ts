/** Reads a catalog from real files. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { makeFolder } from '../../base/files.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import { eachListed } from '../../testing/listed.ts';
import { emptiedFolder } from '../../testing/shared.ts';
import { goodResult, noteFailure, nothingStored } from './merge.ts';
import { storedText } from './stored-text.ts';

const folder = emptiedFolder('scored');

beforeEach(async () => {
  for (const name of ['targets', 'scorecards']) await makeFolder(join(folder, name));
});

function list(host: string, more: { readonly demo?: true } = {}): void {
  const target = { host, name: 'A site', description: 'A site for a test.', category: 'api', ...more };
  writeFileSync(join(folder, `targets/${host}.json`), JSON.stringify(target));
}

function store(host: string, text: string): void {
  writeFileSync(join(folder, `scorecards/${host}.json`), text);
}

const scored = (host: string) => storedText(goodResult(host, { ...envelopeFor(), target: host }));

async function visited(): Promise<string[]> {
  const hosts: string[] = [];
  await eachListed(folder, ({ target, latest, listingState }) => {
    expect(latest?.target ?? target.host).toBe(target.host);
    hosts.push(listingState === undefined ? target.host : `${target.host} ${listingState.state}`);
  });
  return hosts.toSorted();
}

it('visits every target that has a scorecard', async () => {
  const hosts = Array.from({ length: 30 }, (_, i) => `site-${i + 10}.example`);
  for (const host of hosts) {
    list(host);
    store(host, scored(host));
  }
  list('never.example');
  list('failed.example');
  store('failed.example', storedText(nothingStored('failed.example')));
  expect(await visited()).toEqual(hosts);
});

it('leaves demo sites out if there are other sites', async () => {
  list('one.demo', { demo: true });
  store('one.demo', scored('one.demo'));
  list('real.example');
  expect(await visited()).toEqual(['one.demo']);
  store('real.example', scored('real.example'));
  expect(await visited()).toEqual(['real.example']);
});

it('visits targets that block audits, with their listing state', async () => {
  const at = '2999-01-01T00:00:00.000Z';
  const attempt = (host: string, kind: string, seen: boolean) => {
    list(host);
    const before = seen ? goodResult(host, { ...envelopeFor(), target: host }) : nothingStored(host);
    store(host, storedText(noteFailure(before, { at, kind, message: 'why' })));
  };
  attempt('blocked.example', 'target_blocked', false);
  attempt('blocked-now.example', 'target_blocked', true);
  attempt('down.example', 'target_unreachable', false);
  attempt('down-now.example', 'target_unreachable', true);
  attempt('slow.example', 'audit_timeout', false);
  attempt('our-fault.example', 'internal', false);
  expect(await visited()).toEqual([
    'blocked-now.example refuses',
    'blocked.example refuses',
    'down-now.example',
    'down.example unreachable',
    'slow.example unreachable',
  ]);
});

it.each([
  ['{', 'not a results file'],
  [JSON.stringify({ host: 'a.example', latest: { kind: 'web' } }), 'not a results file'],
  [scored('b.example'), 'its host is "b.example"'],
])('leaves out a file, and names it, if it contains %.30j', async (text, why) => {
  for (const host of ['a.example', 'b.example']) list(host);
  store('a.example', text);
  store('b.example', scored('b.example'));
  const hosts: string[] = [];
  const messages: string[] = [];
  const waiting = await eachListed(
    folder,
    ({ target }) => void hosts.push(target.host),
    (message) => messages.push(message),
  );
  expect([hosts, waiting.map(({ host }) => host)]).toEqual([['b.example'], ['a.example']]);
  expect(messages).toEqual([expect.stringContaining(why)]);
  expect(messages[0]).toMatch(/a\.example\.json.* It is left out\.$/);
});

it('withholds all results of a site whose owner declined', async () => {
  list('kept.example');
  store('kept.example', scored('kept.example'));
  list('no.example');
  const found = goodResult('no.example', { ...envelopeFor(), target: 'no.example' });
  const failure = { at: '2027-01-01T00:00:00.000Z', kind: 'target_declined', message: 'declined' };
  store('no.example', storedText(noteFailure(found, failure)));
  expect(await visited()).toEqual(['kept.example', 'no.example declined']);
  await eachListed(folder, ({ target, latest, previous, history }) => {
    if (target.host === 'no.example')
      expect({ latest, previous, history }).toEqual({ latest: null, previous: null, history: [] });
  });
});
