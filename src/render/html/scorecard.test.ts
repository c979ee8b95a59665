/** The page of a scorecard: what hostile text in it becomes, and what of an audit is shown where. */
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../../catalogue/index.ts';
import { checks } from '../../checks/index.ts';
import type { Exchange } from '../../io/io.ts';
import type { Asked, Provenance } from '../../probes/trace.ts';
import type { Envelope } from '../../scorecard/schema.ts';
import { envelopeFor, everyStatus } from '../../testing/envelopes.ts';
import { headOf } from './page.ts';
import { type Listing, scorecardPage } from './scorecard.ts';

const SITE = 'https://catalog.example';
const EVIL = `</pre></script><img src=x onerror=alert(1)> "'\` \${x} $&`;

const envelope = (parts: Parameters<typeof envelopeFor>[0] = {}): Envelope =>
  envelopeFor({ checks, verdict: everyStatus, ...parts });
const listing = (more: Partial<Listing> = {}): Listing => ({
  target: { host: 'site.example', name: 'A site', description: 'A site for a test.', category: 'api' },
  previous: null,
  history: [],
  failure: null,
  ...more,
});
const mainOf = (view: Omit<Parameters<typeof scorecardPage>[0], 'site'>) =>
  parse(scorecardPage({ ...view, site: SITE }).main);

function exchange(path: string, body = 'an answer'): Exchange {
  return {
    request: { method: 'GET', url: `https://site.example${path}`, headers: [['accept', '*/*']] },
    answer: {
      status: 200,
      httpVersion: '1.1',
      headers: [['x-evil', EVIL]],
      body: new TextEncoder().encode(body),
      truncated: false,
      ms: 1,
    },
  };
}

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
    previous: envelope(),
  });

  it('is text wherever it goes', () => {
    const provenance = new Map([['robots', { own: [exchange('/a', EVIL)], beside: [] }]]);
    const page = scorecardPage({ envelope: failing(), site: SITE, listing: hostile, provenance });
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

describe('what of an audit is shown', () => {
  it('has every check, open where it failed', () => {
    const main = mainOf({ envelope: envelope(), listing: listing() });
    expect(main.querySelectorAll('.check')).toHaveLength(checks.length);
    const open = main
      .querySelectorAll('.check[open]')
      .map((check) => check.querySelector('.status')?.textContent);
    expect(new Set(open)).toEqual(new Set(['NONCOMPLIANT', 'BROKEN', 'MISSING']));
  });

  it('names the cause of each change where both the site and the rules changed', () => {
    const older = envelope({ scoredAt: '2026-01-01T00:00:00.000Z' });
    const text = mainOf({
      envelope: envelope({ verdict: () => ({ status: 'pass', evidence: 'seen on the site' }) }),
      listing: listing({ previous: older }),
    }).querySelector('section[aria-labelledby=changes]');
    expect(text?.textContent).toContain('Compared with 2026-01-01 00:00 UTC');
    expect(text?.querySelectorAll('tbody tr').length).toBeGreaterThan(0);
  });

  it('has no part that there is nothing for', () => {
    const clean = envelope({ verdict: () => ({ status: 'pass', evidence: 'seen on the site' }) });
    const main = mainOf({ envelope: clean, listing: listing() });
    expect(main.querySelector('#fix-first, #changes, .plot, .exchanges, .callout')).toBeNull();
    expect(main.querySelector('a[href="#fix-first"], a[href="#changes"]')).toBeNull();
  });
});

describe('a live result', () => {
  const passing = () => envelope({ verdict: () => ({ status: 'pass', evidence: 'seen on the site' }) });

  it('is at the address that it is shown at, with its other forms', () => {
    const path = '/score/site.example/live';
    const page = scorecardPage({ envelope: passing(), site: SITE, path, isBeside: true });
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
  });

  it('that its deadline cut short says so, and leads to no form that is kept', () => {
    const cut = envelopeFor({
      verdict: (_, i) => ({ status: i < 3 ? 'skip' : 'pass', evidence: 'seen' }),
      cutShort: true,
    });
    const page = scorecardPage({
      envelope: cut,
      site: SITE,
      path: '/audit',
      kept: false,
    });
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

describe('the exchanges', () => {
  const shared = exchange('/');
  const many: Asked[] = Array.from({ length: 16 }, (_, i) => exchange(`/${i}`));
  const provenance: ReadonlyMap<string, Provenance> = new Map([
    ['robots', { own: [exchange('/robots.txt')], beside: [shared] }],
    ['sitemap', { own: many.slice(4), beside: [shared, ...many.slice(0, 4)] }],
    ['semantic-html', { own: [shared], beside: [] }],
  ]);
  const main = mainOf({ envelope: envelope(), listing: listing(), provenance });
  const under = (check: string) => main.querySelector(`#check-${check} .exchanges`);

  it('are shown once, under the check that asked for them, and linked elsewhere', () => {
    const place = under('semantic-html')?.querySelector('details');
    expect(place?.querySelector('summary')?.textContent).toBe('GET https://site.example/ → 200');
    expect(place?.hasAttribute('open')).toBe(true);
    const links = main.querySelectorAll(`a[href="#${place?.id}"]`);
    expect(links.map((link) => link.closest('.check')?.id)).toEqual(['check-robots', 'check-sitemap']);
    const ids = main.querySelectorAll('[id]').map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  it('are bounded, and the rest is counted', () => {
    expect(under('sitemap')?.querySelectorAll('li')).toHaveLength(11);
    expect(under('sitemap')?.textContent).toContain('6 requests more are not shown here.');
  });

  it('are left out where there are none', () => {
    expect(under('llms-txt')).toBeNull();
    expect(mainOf({ envelope: envelope() }).querySelector('.exchanges')).toBeNull();
  });
});
