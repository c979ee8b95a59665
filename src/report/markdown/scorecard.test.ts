import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import type { Check } from '../../audit/checks/check.ts';
import { fence } from '../../audit/scorecard/remediation.ts';
import type { Result } from '../../audit/scorecard/schema.ts';
import { sinceEarlier } from '../../audit/scorecard/since.ts';
import { ownPaths } from '../../audit/scorecard/title.ts';
import { markdownText } from '../../base/escape.ts';
import { DEFAULT_BASE_URL } from '../../base/versions.ts';
import { CHANGES } from '../../fix/brief-parts.ts';
import { isFailedResult } from '../../fix/failures.ts';
import { envelopeFor, everySeenStatus, everyStatus, type VerdictInWords } from '../../testing/envelopes.ts';
import { fixList } from '../fix-list.ts';
import { renderMarkdown } from './scorecard.ts';

const reader = new MarkdownIt({ html: true, linkify: true });
const mixed = envelopeFor({ verdict: everyStatus, mcpEndpoint: 'https://site.example/m|cp' });

/** Returns the verdict on a check of a site that has no MCP endpoint. */
const noMcp = ({ category }: Pick<Check, 'category'>): VerdictInWords =>
  category === 'mcp'
    ? { status: 'n_a', reason: 'antecedent-unmet', evidence: 'no MCP endpoint' }
    : { status: 'pass', evidence: 'x' };

const EVIL = [
  '``` \n\n# Owned\n\n```',
  '| x | y |\n| --- | --- |',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '](javascript:alert(1)) [click](https://evil.example)',
  '`` ` ``` ```` \\| \\` ~~~',
  '--- <!-- https://evil.example www.evil.example',
  '&lt;b&gt; **bold** _em_ # x',
];
const hostile = envelopeFor({
  verdict: (check, i): VerdictInWords => {
    const verdict = everyStatus(check, i);
    return { ...verdict, evidence: `https://site.example/ -> 200 (${EVIL[i % EVIL.length]})` };
  },
});

/** Returns what a Markdown parser reads: the kinds of blocks and inline parts, and the targets of links. */
function read(source: string) {
  const tokens = reader.parse(source, {});
  const inline = tokens.flatMap(({ children }) => children ?? []);
  const links = inline.filter(({ type }) => type === 'link_open').map((token) => token.attrGet('href') ?? '');
  const headings = tokens.flatMap((token, i) =>
    token.type === 'heading_open'
      ? [`${token.markup} ${tokens[i + 1]?.children?.map(({ content }) => content).join('')}`]
      : [],
  );
  const kinds = new Set([...tokens, ...inline].map(({ type }) => type));
  const rows = tokens.filter(({ type }) => type === 'tr_open').length;
  return { tokens, links, headings, kinds, rows };
}

describe('the scorecard as Markdown', () => {
  const text = renderMarkdown(mixed);
  const { headings, links } = read(text);
  const { results, score, categories } = mixed.scorecard;
  const failures = (results as readonly Result[]).filter(isFailedResult);

  it('begins with the target and both scores', () => {
    expect(text).toMatch(
      /^# site\.example\n\n> \*\*Partial audit: \d+ of \d+ checks were not run\..*\n\n\d+ things are broken.*\.\n\n- \*\*Relative score/,
    );
    expect(text).toContain(`**Relative score: ${score.relative}% of what applies.** Measured on`);
    expect(text).toContain(`**Global score: ${score.global}% global-ready.** Measured on`);
    expect(text).toContain('**MCP:** found at an address that is quoted below\n');
    expect(text).toMatch(/^MCP endpoint: https:\/\/site\.example\/m%7Ccp$/m);
    const plainly = renderMarkdown(envelopeFor({ mcpEndpoint: 'https://site.example/mcp' }));
    expect(plainly).toContain('**MCP:** `https://site.example/mcp`');
    expect(renderMarkdown(envelopeFor({ siteType: 'content', verdict: noMcp }))).toMatch(
      /\*\*Site type:\*\* content\n- \*\*MCP:\*\* no MCP endpoint discovered/,
    );
  });

  it('has the categories in order, C1 to C6', () => {
    categories.forEach(({ name, passed, counted }, i) => {
      expect(text).toMatch(
        new RegExp(
          `^- \\*\\*C${i + 1} ${name}\\*\\* \\((?:pass|partial|none)\\): ${passed} of ${counted} passed`,
          'm',
        ),
      );
    });
    expect(text).toMatch(/of \d+ passed, \d+ errors?, \d+ not run/);
    expect(text).toContain('These say nothing about the site');
    expect(renderMarkdown(envelopeFor())).not.toContain('say nothing about the site');
  });

  it('does not call a category partial if nothing passed', () => {
    const nothing = envelopeFor({ verdict: () => ({ status: 'absent', evidence: '/x -> 404' }) });
    const shown = renderMarkdown(nothing);
    expect(shown).toMatch(/\*\* \(none\): 0 of \d+ passed\./);
    expect(shown).not.toContain('partial');
  });

  it('lists each failure once, by change, with its guide and evidence', () => {
    const changes = Array.from(
      text.matchAll(/^\d+\. \*\*(.+)\*\* \(.*\d checks?\)$/gm),
      ([, title]) => title,
    );
    const order: readonly string[] = CHANGES.map(({ title }) => markdownText(title));
    expect(changes).toEqual(order.filter((title) => changes.includes(title)));
    const items = text.split('\n').filter((line) => line.startsWith('   - '));
    const causes = fixList(mixed.scorecard).flatMap((group) => group.causes);
    expect(items).toHaveLength(causes.length);
    for (const { id } of failures) expect(text.split(`/${id}.md>`)).toHaveLength(2);
    expect(text).toMatch(
      /\n {3}- BROKEN (?:MUST|SHOULD) \[[\w-]+\]\(<https:.*\.md>\): .+\n[\s\S]*\n[\w, -]+: \/x -> 200 \(broken\)\n/,
    );
    expect(text).toContain('<https://catalog.example/score/site.example/fix.md>');
    expect(renderMarkdown({ ...mixed, cut_short: true })).not.toContain('/fix.md>');
  });

  it('lists all other checks by their statuses', () => {
    expect(headings.filter((heading) => heading.startsWith('## '))).toEqual([
      '## What to fix',
      '## Not tested',
      '## What was seen',
      '## Categories',
    ]);
    for (const { id } of results) expect(text.split(id).length, id).toBeGreaterThan(1);
    for (const words of ['Passes: `', 'Optional and not implemented: `', 'Does not apply: `'])
      expect(text).toContain(words);
    const cut = renderMarkdown(mixed, { onlyFailures: true });
    expect(cut).not.toMatch(/Passes|Does not apply|Optional/);
    expect(cut).toContain('ERROR');
  });

  it('lists what to fix first only if something fails', () => {
    const { headings: none } = read(renderMarkdown(envelopeFor()));
    expect(none).toEqual(['# site.example', '## Categories']);
    expect(text).toContain('checks without a verdict');
    const seen = renderMarkdown(envelopeFor({ verdict: everySeenStatus }));
    expect(seen).toMatch(
      /Once all changes are made: \d+% → \d+% of what applies, \d+% → \d+% global-ready\./,
    );
  });

  it('has no URL for missing or unpublished pages', () => {
    const { results } = mixed.scorecard;
    const nowhere = results.map((one) => {
      const { remediation } = one as Result;
      const skill_url = `${DEFAULT_BASE_URL}/fix/${one.id}`;
      return remediation === undefined ? one : { ...one, remediation: { ...remediation, skill_url } };
    });
    const local = { ...mixed, scorecard: { ...mixed.scorecard, results: nowhere } };
    const text = renderMarkdown(local, { published: false });
    expect(text).toMatch(/^ {3}- BROKEN \w+ `[\w-]+`: .*\n {5}\S.*$/m);
    expect(text).toContain(results.find((one) => 'remediation' in one)?.remediation?.fix);
    expect(text).not.toMatch(/agent-readiness-catalog|The same as a page|fix\.md/);
    expect(text).toMatch(/`fix` prints what to change.*\n$/);
  });

  it('ends with links to the other formats', () => {
    expect(links.slice(-3)).toEqual([
      mixed.scorecard_url,
      mixed.json_url,
      'https://catalog.example/checks.md',
    ]);
  });
});

describe('hostile evidence', () => {
  const calm = read(renderMarkdown(envelopeFor({ verdict: everyStatus })));
  const { headings, links, kinds, rows, tokens } = read(renderMarkdown(hostile));

  it('adds no heading, link, row, HTML or emphasis', () => {
    expect(headings).toEqual(calm.headings);
    expect(links).toEqual(calm.links);
    expect(rows).toBe(calm.rows);
    expect(kinds).toEqual(calm.kinds);
    expect([...kinds].filter((kind) => kind.startsWith('html'))).toEqual([]);
  });

  it('is shown with its checks, in one block of code', () => {
    const [block, ...others] = tokens.filter(({ type }) => type === 'fence');
    const lines = (block?.content ?? '').split('\n').map((line) => line.split(': '));
    const told = hostile.scorecard.results.filter(({ status }) => status !== 'pass' && status !== 'n_a');
    const missing = told.filter(({ id, unprobed, evidence }) => {
      const shown = fence(ownPaths(evidence, hostile)).split('\n')[2];
      return (
        unprobed !== true && !lines.some(([ids, ...text]) => ids?.includes(id) && text.join(': ') === shown)
      );
    });
    expect(missing.map(({ id }) => id)).toEqual([]);
    expect(told.length).toBeGreaterThan(30);
    expect(others).toEqual([]);
  });
});

it('the text begins with the changes since the previous scorecard, and has none for the first one', () => {
  const before = envelopeFor({ scoredAt: '2026-11-20T10:00:00.000Z' });
  const now = sinceEarlier(
    envelopeFor({ verdict: ({ id }) => ({ status: id === 'robots' ? 'broken' : 'pass', evidence: 'x' }) }),
    { of: 'catalog', envelope: before },
  );
  const text = renderMarkdown(now);
  const { relative } = now.scorecard.score;
  expect(text).toContain(
    `**${relative}% (was 100%): 0 fixed, 1 worse.** Compared with the catalog's scorecard`,
  );
  expect(text).toContain('| Worse | robots.txt is not a text file of rules | `robots` | PASS → BROKEN |');
  expect(text.indexOf('## Since last time')).toBeLessThan(text.indexOf('## Categories'));
  expect(renderMarkdown(before)).not.toContain('Since last time');
});
