/** Both forms of a feed: what their standards ask, and that nothing of a site becomes markup. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { changesJson, changesSchema, MOST_CHANGES } from '../../results/changes-document.ts';
import { changesOf, newestFirst, type SiteChange } from '../../view/changes.ts';
import { atomFeed } from './atom.ts';
import { feedOf } from './feed.ts';
import { jsonFeed } from './json-feed.ts';
import { FEED_ITEMS } from './links.ts';

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
      { id: `<b>${HOSTILE}`, from: HOSTILE, to: 'pass', direction: 'neutral' },
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

const item = z.strictObject({
  id: z.string().min(1),
  url: z.url(),
  title: z.string(),
  content_text: z.string(),
  content_html: z.string(),
  date_published: z.iso.datetime(),
  tags: z.array(z.string()),
  _change: z.looseObject({ about: z.url(), kind: z.string() }),
});
/** https://www.jsonfeed.org/version/1.1/ */
const feedSchema = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  description: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  language: z.string(),
  authors: z.array(z.strictObject({ name: z.string(), url: z.url() })).min(1),
  items: z.array(item),
});

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

describe.each([
  ['the catalog', feedOf(CHANGES, ORIGIN)],
  ['a site', feedOf(CHANGES, ORIGIN, { host: 'a.example', name: HOSTILE })],
  ['nothing yet', feedOf([], ORIGIN)],
])('the feed of %s', (_, feed) => {
  it('is Atom', () => {
    const xml = atomFeed(feed);
    const { entry, link: links } = atomOf(xml);
    expect(entry).toHaveLength(feed.changes.length);
    expect(new Set(entry.map(({ id }) => id)).size).toBe(entry.length);
    expect(links.map((one) => one['@rel'])).toEqual(['self', 'alternate']);
    expect(links[0]?.['@href']).toBe(`${ORIGIN}${feed.path}.atom`);
    expect(xml).not.toMatch(/<script|[[\p{Cc}--\n]\p{Cf}\uFFFE]/v);
  });

  it('is JSON Feed 1.1 with the same items', () => {
    const { items } = feedSchema.parse(JSON.parse(jsonFeed(feed)));
    expect(items.map(({ id }) => id)).toEqual(atomOf(atomFeed(feed)).entry.map(({ id }) => id));
    for (const { content_html } of items) expect(content_html).not.toMatch(/<(?!\/?(?:p|ul|li)>)/);
  });
});

it('a feed is bounded, and so is the list of changes', () => {
  const [change] = CHANGES;
  const many = Array.from({ length: 600 }, (_, i) => ({
    ...(change as SiteChange),
    at: new Date(Date.UTC(2026, 0, 1, i)).toISOString(),
  })).toReversed();
  expect(atomOf(atomFeed(feedOf(many, ORIGIN))).entry).toHaveLength(FEED_ITEMS);
  expect(feedSchema.parse(JSON.parse(jsonFeed(feedOf(many, ORIGIN)))).items).toHaveLength(FEED_ITEMS);
  expect(changesJson(many, ORIGIN).changes).toHaveLength(MOST_CHANGES);
});

it('the list of changes follows its schema', () => {
  const document = changesJson(CHANGES, ORIGIN);
  expect(changesSchema.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
  expect(document.changes[0]).toMatchObject({ kind: 'back', state: 'refuses', score: null });
  expect(
    changesOf({ host: 'n.example', name: 'N' }, { latest: null, previous: null, history: [], failure: null }),
  ).toEqual([]);
});
