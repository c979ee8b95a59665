/** The evidence page: the requests, the prompts, and how hostile text in them is rendered. */
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { checks } from '../../audit/checks/index.ts';
import type { Exchange } from '../../audit/io/io.ts';
import type { Provenance, TracedExchange } from '../../audit/probes/trace.ts';
import { byFixOrder } from '../../fix/brief-parts.ts';
import { isFailedResult } from '../../fix/failures.ts';
import { envelopeFor, everyStatus } from '../../testing/envelopes.ts';
import { evidencePage } from './evidence.ts';

const SITE = 'https://catalog.example';
const EVIL = `</pre></script><img src=x onerror=alert(1)> "'\` \${x} $&`;

const target = { host: 'site.example', name: EVIL, description: 'A site.', category: 'api' } as const;
const envelope = envelopeFor({ checks, verdict: everyStatus });
const mainOf = (provenance: ReadonlyMap<string, Provenance> | undefined, shown = envelope) =>
  parse(evidencePage({ target, envelope: shown, site: SITE, provenance }).main, {
    blockTextElements: { pre: true },
  });

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

describe('the requests', () => {
  const shared = exchange('/');
  const many: TracedExchange[] = Array.from({ length: 16 }, (_, i) => exchange(`/${i}`));
  const provenance: ReadonlyMap<string, Provenance> = new Map([
    ['robots', { judged: [exchange('/robots.txt')], related: [shared] }],
    ['sitemap', { judged: many.slice(4), related: [shared, ...many.slice(0, 4)] }],
    ['semantic-html', { judged: [shared], related: [] }],
  ]);
  const main = mainOf(provenance);
  const under = (check: string) => main.querySelector(`#${check} .exchanges`);

  it('are shown once, under the check that sent them, and linked elsewhere', () => {
    const place = under('semantic-html')?.querySelector('details');
    expect(place?.querySelector('summary')?.textContent).toBe('GET https://site.example/ → 200');
    const links = main.querySelectorAll(`a[href="#${place?.id}"]`);
    expect(links.map((link) => link.closest('.verdict')?.id)).toEqual(['sitemap', 'robots']);
    const ids = main.querySelectorAll('[id]').map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  it('begin with the request that the evidence quotes', () => {
    const other = exchange('/mcp/server-card');
    const quoted = exchange('/.well-known/mcp/server-card.json');
    const shown = envelopeFor({
      checks,
      verdict: () => ({
        status: 'absent',
        evidence: 'https://site.example/.well-known/mcp/server-card.json -> 404',
      }),
    });
    for (const one of [
      { judged: [other, quoted], related: [] },
      { judged: [other], related: [shared, quoted] },
    ]) {
      const [first] = mainOf(new Map([['well-known-mcp-card', one]]), shown).querySelectorAll(
        '.exchanges summary',
      );
      expect(first?.textContent).toBe('GET https://site.example/.well-known/mcp/server-card.json → 200');
    }
  });

  it('are limited, and the others are counted', () => {
    expect(under('sitemap')?.querySelectorAll('li')).toHaveLength(11);
    expect(under('sitemap')?.textContent).toContain('6 more requests are not shown.');
  });

  it('are left out if there are none', () => {
    expect(under('llms-txt')).toBeNull();
    const none = mainOf(undefined);
    expect(none.querySelector('.exchanges')).toBeNull();
    expect(none.querySelector('.callout')?.textContent).toContain('No recording of this audit is kept');
  });
});

it('the page has the prompt of each failure, and the brief', () => {
  const main = mainOf(undefined);
  const prompts = main.querySelectorAll('.prompt pre').map(({ id, textContent }) => [id, textContent]);
  const own = envelope.scorecard.results.flatMap(({ id, ...result }) =>
    'remediation' in result && result.remediation !== undefined
      ? [[`prompt-${id}`, result.remediation.prompt]]
      : [],
  );
  expect(own.length).toBeGreaterThan(10);
  expect(Object.fromEntries(prompts)).toEqual(Object.fromEntries(own));
  expect(main.querySelector('[data-copy-from]')?.getAttribute('data-copy-from')).toBe(
    '/score/site.example/fix.md',
  );
});

it('the page shows failures in the order to fix them, and folds the rest', () => {
  const main = mainOf(undefined);
  const open = main.querySelectorAll('.verdict').filter((one) => one.closest('details') === null);
  const failed = envelope.scorecard.results.filter(isFailedResult);
  expect(open.map(({ id }) => id)).toEqual(failed.toSorted(byFixOrder).map(({ id }) => id));
  expect(open).toHaveLength(failed.length);
  expect(main.querySelectorAll('details .verdict')).toHaveLength(checks.length - failed.length);
});

it('the page renders hostile text as text', () => {
  const broken = envelopeFor({ checks, verdict: () => ({ status: 'broken', evidence: EVIL }) });
  const main = mainOf(new Map([['robots', { judged: [exchange('/a', EVIL)], related: [] }]]), broken);
  expect(main.querySelectorAll('img, script')).toEqual([]);
  expect(main.querySelectorAll('*').filter((one) => 'onerror' in one.attributes)).toEqual([]);
  expect(main.querySelector('#robots .exchanges pre + pre')?.textContent).toContain(EVIL);
});
