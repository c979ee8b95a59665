/** The page of a scorecard: how hostile text is rendered, and where each part of an audit is shown. */
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../../audit/check-texts/index.ts';
import { checks } from '../../audit/checks/index.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { sinceEarlier } from '../../audit/scorecard/since.ts';
import { KEYWORD_WORDS, STATUS_WORDS } from '../../audit/scorecard/words.ts';
import { envelopeFor, everyStatus } from '../../testing/envelopes.ts';
import { fixList } from '../fix-list.ts';
import { evidencePage } from './evidence.ts';
import { headOf } from './page.ts';
import { type Listing, scorecardPage } from './scorecard.ts';

const SITE = 'https://catalog.example';
const EVIL = `</pre></script><img src=x onerror=alert(1)> "'\` \${x} $&`;

const envelope = (parts: Parameters<typeof envelopeFor>[0] = {}): Envelope =>
  envelopeFor({ checks, verdict: everyStatus, ...parts });
const passing = () => envelope({ verdict: () => ({ status: 'pass', evidence: 'seen on the site' }) });
const listing = (more: Partial<Listing> = {}): Listing => ({
  target: { host: 'site.example', name: 'A site', description: 'A site for a test.', category: 'api' },
  history: [],
  failure: null,
  ...more,
});
const mainOf = (view: Omit<Parameters<typeof scorecardPage>[0], 'site'>) =>
  parse(scorecardPage({ ...view, site: SITE }).main);

describe('hostile text', () => {
  const failing = (): Envelope =>
    envelope({
      verdict: () => ({ status: 'broken', evidence: EVIL }),
      mcpEndpoint: 'https://site.example/mcp?"><b>',
      mcpDiscovery: [{ source: EVIL, blocked: EVIL }],
    });
  const hostile = listing({
    target: {
      host: 'site.example',
      name: EVIL,
      description: EVIL,
      category: 'api',
      waivers: [{ check: 'robots', reason: EVIL }],
    },
    failure: { at: '2026-11-21T10:00:00.000Z', kind: 'internal', message: EVIL },
  });

  it('is rendered as text everywhere', () => {
    const page = scorecardPage({ envelope: failing(), site: SITE, listing: hostile });
    const main = parse(page.main, { blockTextElements: { pre: false } });
    expect(main.querySelectorAll('img').map((image) => image.getAttribute('src'))).toEqual([
      '/score/site.example/badge.svg',
    ]);
    expect(main.querySelectorAll('script, b > b')).toEqual([]);
    expect(main.querySelectorAll('*').filter((one) => 'onerror' in one.attributes)).toEqual([]);
    expect(main.querySelector('h1')?.textContent).toBe(EVIL);
    expect(page.main.match(/<img src=x/g)).toBeNull();
    expect(page.main.split('&lt;img src=x onerror=alert(1)&gt;').length).toBeGreaterThan(checks.length);
    const head = parse(String(headOf(page)));
    expect(head.querySelectorAll('img, script:not([type="application/ld+json"])')).toEqual([]);
    expect(head.querySelector('title')?.textContent).toContain(EVIL);
  });

  it('links no address but http(s)', () => {
    const evil = failing();
    evil.scorecard.tool.url = 'javascript:alert(1)';
    const hrefs = mainOf({ envelope: evil, listing: hostile })
      .querySelectorAll('a[href]')
      .map((link) => link.getAttribute('href') ?? '');
    expect(hrefs.filter((href) => !/^(?:https:\/\/|\/|#)/.test(href))).toEqual([]);
  });
});

describe('a wrong verdict', () => {
  const contact = { email: 'ops@catalog.example', issueForm: 'https://code.example/issues/new' };
  const links = (main: ReturnType<typeof mainOf>) => main.querySelectorAll('.report a');

  it('can be reported from each check of a live result, and from the evidence page of a scorecard of the catalog', () => {
    expect(links(mainOf({ envelope: envelope(), contact }))).toHaveLength(2 * checks.length);
    const listed = mainOf({ envelope: envelope(), listing: listing(), contact });
    expect(links(listed)).toEqual([]);
    expect(listed.querySelector('.fixes .broken')?.textContent).toContain('report a wrong verdict');
    const target = listing().target;
    const page = evidencePage({ target, envelope: envelope(), site: SITE, provenance: undefined, contact });
    expect(links(parse(page.main))).toHaveLength(2 * checks.length);
  });

  it('has no link without a contact', () => {
    for (const more of [{}, { listing: listing() }]) {
      const shown = mainOf({ envelope: envelope(), ...more });
      expect(shown.textContent).not.toMatch(/wrong verdict|verdict wrong/i);
    }
  });
});

it('every scorecard has a form that audits it again as the same site type', () => {
  for (const [siteType, more] of [
    [null, { listing: listing() }],
    ['api', { isBeside: true }],
  ] as const) {
    const form = mainOf({ envelope: envelope({ siteType }), ...more }).querySelector('.audited form');
    expect(form?.getAttribute('action')).toBe('/audit');
    const fields = form
      ?.querySelectorAll('input')
      .map((input) => [input.attributes.name, input.attributes.value]);
    expect(Object.fromEntries(fields ?? [])).toEqual({
      url: 'site.example',
      ...(siteType !== null && { site_type: siteType }),
    });
  }
});

describe('the page', () => {
  it('has every check once, folded, with its evidence: failures by change, the others by category', () => {
    const shown = envelope();
    const main = mainOf({ envelope: shown, listing: listing() });
    const ids = main.querySelectorAll('dl[id^=check-]').map(({ id }) => id.slice('check-'.length));
    expect(ids.toSorted()).toEqual(checks.map(({ id }) => id).toSorted());
    expect(main.querySelectorAll('.category details[open], .fixes details[open]')).toEqual([]);
    const causes = fixList(shown.scorecard).flatMap((group) => group.causes);
    const failures = causes.flatMap(({ failure, also }) => [failure, ...also]);
    const rows = main.querySelectorAll('.fixes summary:has(> h4)').map(({ textContent }) => textContent);
    expect(rows).toHaveLength(failures.length);
    for (const [i, { id, status, keyword }] of failures.entries())
      expect(rows[i]).toMatch(
        new RegExp(`^${STATUS_WORDS[status]}.* ${id}/x → 200${KEYWORD_WORDS[keyword]}$`),
      );
    const numbered = main.querySelectorAll('.fixes > li > h3 a').map(({ textContent }) => textContent);
    expect(numbered).toEqual(fixList(shown.scorecard).map(({ title }) => title));
    const first = main.querySelectorAll('.show input').filter((input) => 'checked' in input.attributes);
    expect(first.map(({ id }) => id)).toEqual(['show-unseen']);
    const counts = main.querySelectorAll('.show label .soft').map(({ textContent }) => Number(textContent));
    expect(counts.slice(0, -1).reduce((sum, count) => sum + count, 0)).toBe(counts.at(-1));
    expect(counts.at(-1)).toBe(checks.length - failures.length);
  });

  it('shows the most telling request of a failure', () => {
    const fact = (path: string, status: number) => ({ url: `https://site.example${path}`, status });
    const shown = envelope({ verdict: () => ({ status: 'broken', evidence: 'x' }) });
    for (const result of shown.scorecard.results)
      result.details = { facts: [fact('/', 200), fact('/gone', 404)] };
    expect(mainOf({ envelope: shown }).querySelector('.fixes samp')?.textContent).toBe('/gone → 404');
  });

  it('has the changes before everything else, both for the catalog and live', () => {
    const before = envelope({ scoredAt: '2026-01-01T00:00:00.000Z' });
    const now = sinceEarlier(passing(), { of: 'catalog', envelope: before });
    for (const more of [{ listing: listing() }, {}]) {
      const main = mainOf({ envelope: now, ...more });
      const [first] = main.querySelectorAll('section[aria-labelledby]');
      expect(first?.getAttribute('aria-labelledby')).toBe('changes');
      expect(main.querySelector('.verdict-line')?.textContent).toMatch(
        /^100% \(was \d+%\): \d+ fixed, .*0 worse.* What changed$/,
      );
      expect(first?.textContent).toContain("Compared with the catalog's scorecard of 2026-01-01 00:00 UTC");
      expect(first?.querySelectorAll('tbody tr')).toHaveLength(now.since?.changes.length ?? 0);
    }
  });

  it('says in one line that nothing changed', () => {
    const before = envelope({ scoredAt: '2026-01-01T00:00:00.000Z' });
    const main = mainOf({ envelope: sinceEarlier(envelope(), { of: 'live', envelope: before }) });
    expect(main.querySelector('.verdict-line')?.textContent).toMatch(
      /^\d+%, as before\. Compared with the live result of 2026-01-01/,
    );
    expect(main.querySelector('#changes, a[href="#changes"]')).toBeNull();
  });

  it('leaves out empty sections', () => {
    const main = mainOf({ envelope: passing(), listing: listing() });
    expect(main.querySelector('#to-fix, .fixes, #changes, .plot, .callout')).toBeNull();
    expect(main.querySelector('a[href="#to-fix"], a[href="#changes"]')).toBeNull();
  });
});

describe('a live result', () => {
  it('has its own URL, with its other formats', () => {
    const path = '/score/site.example/live';
    const page = scorecardPage({ envelope: passing(), site: SITE, path, isInCatalog: true });
    expect(page).toMatchObject({
      url: `${SITE}/score/site.example/live`,
      alternate: '/score/site.example/live/md',
    });
    const links = parse(page.main).querySelectorAll('aside a[type]');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/score/site.example/live/md',
      '/score/site.example/live/json',
    ]);
    expect(parse(page.main).querySelector('.callout a')?.getAttribute('href')).toBe('/score/site.example');
    // A badge and a comparison would show the catalog's scorecard, not this one.
    expect(parse(page.main).querySelector('#link')?.textContent).toBe(page.url);
    expect(parse(page.main).querySelector('img, a[href^="/compare"]')).toBeNull();
  });

  it('at a plain URL has a link to share, a badge and a comparison', () => {
    const page = scorecardPage({ envelope: passing(), site: SITE });
    const main = parse(page.main);
    expect(main.querySelector('#link')?.textContent).toBe(`${SITE}/score/site.example`);
    expect(main.querySelector('button[data-copy=link]')?.textContent).toBe('Copy the link');
    expect(main.querySelector('aside img')?.getAttribute('src')).toBe('/score/site.example/badge.svg');
    expect(main.querySelector('a[href="/compare?t=site.example"]')).not.toBeNull();
    expect(main.querySelector('aside')?.textContent).toContain('for 30 days');
    expect(main.querySelector('a[href$="changes.atom"]')).toBeNull();
  });

  it('that was cut short says so, and links only stored formats', () => {
    const cut = envelopeFor({
      verdict: (_, i) => ({ status: i < 3 ? 'skip' : 'pass', evidence: 'seen' }),
      cutShort: true,
    });
    const page = scorecardPage({ envelope: cut, site: SITE, path: '/audit', stored: false });
    expect(page).toMatchObject({ url: `${SITE}/audit`, alternate: undefined, formats: [], index: false });
    const main = parse(page.main);
    expect(main.querySelector('.callout')?.textContent).toContain(
      `before 3 of ${CHECK_COUNT} checks were decided`,
    );
    expect(main.querySelector('form#audit input[name=url]')?.getAttribute('value')).toBe('site.example');
    expect(main.textContent).not.toContain('kept for 30 days');
    expect(main.querySelectorAll('aside a[type]')).toEqual([]);
  });
});
