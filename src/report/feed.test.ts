/** The feed is valid Atom, and nothing that a site sent becomes markup. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { changesJson, MOST_CHANGES } from './change-texts.ts';
import { changesOf, newestFirst, type SiteChange } from './changes.ts';
import { atomFeed, FEED_ITEMS } from './feed.ts';

const ORIGIN = 'https://catalog.example';
const HOSTILE = ']]></title><script>alert(1)</script>&amp;\u0007\uFFFE\u202E"\'\n## x';
const score = (value: number) => ({ relative: value, global: value });

const RULES = { spec_version: '0.4.0', schema_version: '0.4', rules: 2 };
const CHANGES: readonly SiteChange[] = newestFirst([
  {
    kind: 'first',
    at: '2026-11-01T00:00:00.000Z',
    target: { host: 'a.example', name: HOSTILE },
    score: { from: undefined, to: score(40) },
  },
  {
    kind: 'site',
    at: '2026-11-03T00:00:00.000Z',
    target: { host: 'a.example', name: HOSTILE },
    score: { from: score(40), to: score(60) },
    verdicts: [
      { id: 'llms-txt', from: 'absent', to: 'pass', direction: 'better' },
      { id: `<b>${HOSTILE}`, from: 'absent', to: 'pass', direction: 'neutral' },
    ],
  },
  {
    kind: 'rules',
    at: '2026-11-04T00:00:00.000Z',
    target: { host: 'b.example', name: 'B' },
    score: { from: score(40), to: score(41) },
    rules: { from: RULES, to: { ...RULES, spec_version: '0.5.0' }, sameAudit: true },
  },
  {
    kind: 'unclear',
    at: '2026-11-02T00:00:00.000Z',
    target: { host: 'b.example', name: 'B' },
    score: { from: score(39), to: score(40) },
  },
  {
    kind: 'apart',
    at: '2026-11-05T00:00:00.000Z',
    target: { host: 'localhost:3000', name: 'C' },
    state: 'refuses',
    by: HOSTILE,
  },
  {
    kind: 'back',
    at: '2026-11-06T00:00:00.000Z',
    target: { host: 'localhost:3000', name: 'C' },
    state: 'refuses',
  },
]);

const link = z.strictObject({ '@rel': z.string(), '@type': z.string(), '@href': z.url() });
const text = z.string().min(1);
/** RFC 4287, sections 4.1.1 and 4.1.2. */
const atomSchema = z.strictObject({
  '@xmlns': z.literal('http://www.w3.org/2005/Atom'),
  '@xml:lang': z.literal('en'),
  id: z.url(),
  title: text,
  subtitle: text,
  updated: z.iso.datetime(),
  author: z.strictObject({ name: text, uri: z.url() }),
  link: z.array(link).length(2),
  entry: z
    .array(
      z.strictObject({
        id: z.string().regex(/^tag:[a-z.]+,\d{4}-\d\d-\d\d:[\w/.:-]+$/),
        title: text,
        updated: z.iso.datetime(),
        published: z.iso.datetime(),
        link: z.array(link).length(1),
        category: z.array(z.strictObject({ '@term': text })),
        content: z.strictObject({ '@type': z.literal('html'), '#text': z.string() }),
      }),
    )
    .default([]),
});

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  ignoreDeclaration: true,
  isArray: (name) => ['entry', 'link', 'category'].includes(name),
});
function atomOf(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true);
  return atomSchema.parse(parser.parse(xml).feed);
}

it.each([
  ['the catalog', '/changes', CHANGES, undefined],
  ['a site', '/score/a.example/changes', CHANGES, { host: 'a.example', name: HOSTILE }],
  ['nothing yet', '/changes', [], undefined],
])('the feed of %s is Atom', (_, path, changes, site) => {
  const xml = atomFeed(changes, ORIGIN, site);
  const { entry, link: links } = atomOf(xml);
  expect(entry).toHaveLength(changes.length);
  expect(new Set(entry.map(({ id }) => id)).size).toBe(entry.length);
  expect(links.map((one) => one['@rel'])).toEqual(['self', 'alternate']);
  expect(links[0]?.['@href']).toBe(`${ORIGIN}${path}.atom`);
  expect(xml).not.toMatch(/<script|[[\p{Cc}--\n]\p{Cf}\uFFFE]/v);
  for (const { content } of entry) expect(content['#text']).not.toMatch(/<(?!\/?(?:p|ul|li)>)/);
});

it('the feed and the list of changes are bounded', () => {
  const [change] = CHANGES;
  const many = Array.from({ length: 600 }, (_, i) => ({
    ...(change as SiteChange),
    at: new Date(Date.UTC(2026, 0, 1, i)).toISOString(),
  })).toReversed();
  expect(atomOf(atomFeed(many, ORIGIN)).entry).toHaveLength(FEED_ITEMS);
  expect(changesJson(many, ORIGIN).changes).toHaveLength(MOST_CHANGES);
});

it('the list of changes has every field for every change', () => {
  const { changes } = changesJson(CHANGES, ORIGIN);
  expect(changes[0]).toMatchObject({ kind: 'back', state: 'refuses', score: null });
  expect(new Set(changes.map((change) => Object.keys(change).join())).size).toBe(1);
  expect(
    changesOf({ host: 'n.example', name: 'N' }, { latest: null, previous: null, history: [], failure: null }),
  ).toEqual([]);
});
