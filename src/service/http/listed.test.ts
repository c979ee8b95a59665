/** Tests the files of listed targets that the function serves. Another test compares them with a build's files. */
import { describe, expect, it } from 'vitest';
import type { ListedHost, Stored } from '../../audit/scorecard/record.ts';
import { goodResult, noteFailure } from '../../catalog/results/merge.ts';
import { recordFile, recordText } from '../../catalog/results/published-record.ts';
import { listedOf } from '../../catalog/results/scored.ts';
import { SITE_INDEX, siteTag, withdrawnText } from '../../catalog/results/service-files.ts';
import { stateIn, storedText } from '../../catalog/results/stored-text.ts';
import { formOf, pageOf } from '../../catalog/results/target-forms.ts';
import { fillTemplate } from '../../report/html/template.ts';
import { BASE_URL, envelopeFor } from '../../testing/envelopes.ts';
import { shared } from '../../testing/shared.ts';
import { liveKey } from '../live-records.ts';
import { memoryStore } from '../store.ts';
import { SHELL, smallBuild, smallService } from '../testing/site.ts';
import { CACHE_TAG, SHARED_CACHE } from './caching.ts';

const SCORED = 'site.example';
const PORTED = 'site.example:8080';
const DECLINED = 'no.example';
const BROKEN = 'broken.example';
const SETTINGS = { service: true, liveAudits: true, network: 'any', resolver: '' } as const;
const HTML = { headers: { accept: 'text/html' } };

const targetOf = (host: string): ListedHost => ({
  host,
  name: `The site ${host}`,
  description: 'A site of the test.',
  category: 'news',
});
const found = (host: string) => goodResult(host, envelopeFor({ target: host }));
/** The record as read from its file. */
const read = (stored: Stored) => stateIn(storedText(stored), stored.host, 'the test', undefined).current;
const STORED: Readonly<Record<string, Stored>> = {
  [SCORED]: read(found(SCORED)),
  [PORTED]: read(found(PORTED)),
  [DECLINED]: read(
    noteFailure(found(DECLINED), {
      at: '2027-01-03T00:00:00.000Z',
      kind: 'target_declined',
      message: 'The owner of no.example declines audits',
    }),
  ),
};

const build = shared(await smallBuild());
const since = '2027-01-03T00:00:00.000Z';
const index = {
  sites: [SCORED, PORTED, BROKEN].map((host) => ({ host })),
  apart: [
    {
      host: DECLINED,
      name: 'No',
      state: 'declined',
      since,
      last_attempt: since,
      by: null,
      message: 'it declines',
      last_scorecard: null,
    },
  ],
  made_on_request: true,
};
const files = new Map([
  [SITE_INDEX, JSON.stringify(index)],
  ...Object.entries(STORED).map(
    ([host, stored]) => [recordFile(host), recordText({ target: targetOf(host), stored })] as const,
  ),
]);
const service = await smallService(build.site, {
  published: async (path) => files.get(path),
  settings: SETTINGS,
});

const listed = (host: string) => {
  const stored = STORED[host];
  const one = stored && listedOf(targetOf(host), stored);
  if (one === undefined) throw new Error(`${host} is not listed`);
  return one;
};
const ask = async (path: string, init: RequestInit = HTML) => {
  const answer = await service.ask(path, init);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe.each([SCORED, PORTED])('the site %s', (host) => {
  it('has the same page as the build, for every spelling of its URL', async () => {
    const page = fillTemplate(SHELL, pageOf(listed(host), BASE_URL, {}));
    for (const spelling of [
      host,
      `${host}/`,
      `${host}.html`,
      encodeURIComponent(host),
      `${host}?site_type=api`,
    ])
      expect((await ask(`/score/${spelling}`)).text === page, spelling).toBe(true);
  });

  it.each(['md', 'json', 'badge.svg'] as const)('has the same %s as the build', async (form) => {
    const { status, headers, text } = await ask(`/score/${host}/${form}`);
    expect([status, text === formOf(listed(host), form, BASE_URL)]).toEqual([200, true]);
    expect(headers.get(SHARED_CACHE)).toMatch(/^public, durable, s-maxage=\d+$/);
    expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    const etag = headers.get('etag') ?? '';
    expect((await ask(`/score/${host}/${form}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

it('says that a site has declined, and when', async () => {
  const page = await ask(`/score/${DECLINED}`);
  const md = await ask(`/score/${DECLINED}/md`);
  expect([page.status, md.status]).toEqual([200, 200]);
  for (const { text } of [page, md]) expect(text).toMatch(/declined to be audited on 2027-01-03/i);
  const json = await ask(`/score/${DECLINED}/json`);
  expect([json.status, json.headers.get(SHARED_CACHE)]).toEqual([404, null]);
  expect(JSON.parse(json.text)).toMatchObject({ code: 'target_declined' });
  expect((await ask(`/score/${DECLINED}/badge.svg`)).text).toContain('agent readiness: declined');
});

const FORMS = ['', '/md', '/json', '/fix', '/fix.md', '/live', '/evidence', '/changes.atom'];

async function expectWithdrawn(ask: (path: string) => Promise<Response>): Promise<void> {
  for (const form of FORMS) {
    const answer = await ask(`/score/${SCORED}${form}`);
    expect([form, answer.status, answer.headers.get(SHARED_CACHE)]).toEqual([form, 410, null]);
    expect(await answer.text()).toContain('Its owner asked for it.');
  }
  const badge = await ask(`/score/${SCORED}/badge.svg`);
  expect([badge.status, (await badge.text()).includes('not scored')]).toEqual([200, true]);
  expect((await ask(`/score/${PORTED}`)).status).toBe(200);
}

it.each([undefined, 'postgres://catalog'])(
  'returns 410 for a site that was withdrawn after the build (database: %s)',
  async (database) => {
    const store = memoryStore();
    await store.write(liveKey(SCORED), withdrawnText('Its owner asked for it.', new Date()), 'new');
    const published = async (path: string) => files.get(path);
    const { ask } = await smallService(build.site, { published, settings: { ...SETTINGS, database }, store });
    await expectWithdrawn(ask);
  },
);

/** A service with a database: only an operator's database has sites that change or are withdrawn after the build. */
async function withRows() {
  const store = memoryStore();
  const rows = new Map([SCORED, PORTED].map((host) => [host, { version: '1', listed: listed(host) }]));
  const reads: string[] = [];
  const target = async (host: string) => {
    reads.push(host);
    const row = rows.get(host);
    return row && { listed: row.listed, chars: 1 };
  };
  const database = {
    version: async (host: string) => rows.get(host)?.version,
    target,
    lists: {} as never,
    takeRead: () => Promise.reject(new Error('not used here')),
    metrics: () => Promise.reject(new Error('not used here')),
  };
  const { ask } = await smallService(build.site, {
    published: async (path) => files.get(path),
    settings: { ...SETTINGS, database: 'postgres://catalog' },
    store,
    rows: async () => database,
  });
  return { ask, rows, reads, store };
}

it('serves a cached page until its record changes, then the new page immediately', async () => {
  const { ask, rows, reads } = await withRows();
  const page = async () => (await ask(`/score/${SCORED}`, HTML)).text();
  const pages = await Promise.all([page(), page(), page()]);
  expect(new Set([...pages, await page()]).size).toBe(1);
  expect(reads).toEqual([SCORED]);
  const changed = { ...listed(SCORED), target: { ...targetOf(SCORED), name: 'A new name' } };
  rows.set(SCORED, { version: '2', listed: changed });
  expect(await page()).toBe(fillTemplate(SHELL, pageOf(changed, BASE_URL, {})));
});

it('returns 410 for a withdrawn site, even if its files are cached', async () => {
  const { ask, rows, store } = await withRows();
  for (const form of [...FORMS, '/badge.svg']) await ask(`/score/${SCORED}${form}`);
  rows.delete(SCORED);
  await store.write(liveKey(SCORED), withdrawnText('Its owner asked for it.', new Date()), 'new');
  await expectWithdrawn(ask);
});

it('tags cacheable responses with the site, in any spelling', async () => {
  const paths = ['', '/md', '/json', '/fix', '/evidence', '/badge.svg', '/shield.json'];
  for (const path of [...paths.map((form) => SCORED + form), `${SCORED}.html`, 'SITE.example./badge.svg']) {
    const { headers } = await ask(`/score/${path}`);
    expect([path, headers.get(CACHE_TAG)]).toEqual([path, siteTag(SCORED)]);
  }
  for (const path of [`${SCORED}/live`, 'never.example', `${SCORED}/nothing`])
    expect((await ask(`/score/${path}`)).headers.get(CACHE_TAG)).toBe(null);
});

it('returns 404 for an unlisted site, and 503 for an unreadable record', async () => {
  for (const [host, status] of [
    ['never.example', 404],
    ['__proto__', 404],
    ['..%2f..', 404],
    ['%zz', 404],
    [BROKEN, 503],
  ] as const) {
    for (const ending of ['', '/md', '/json']) {
      const { status: given, headers } = await ask(`/score/${host}${ending}`);
      expect([host, ending, given, headers.get(SHARED_CACHE)]).toEqual([host, ending, status, null]);
    }
    const badge = await ask(`/score/${host}/badge.svg`);
    expect([badge.status, badge.headers.get(SHARED_CACHE)]).toEqual([200, null]);
    expect(badge.text).toContain(status === 503 ? 'not available now' : 'not scored');
  }
});
