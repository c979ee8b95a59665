import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import type { Check } from '../../checks/check.ts';
import { CHECK_COUNT } from '../../definitions/index.ts';
import { sinceEarlier } from '../../scorecard/since.ts';
import type { StoredResult } from '../../scorecard/stored.ts';
import { envelopeFor, everySeenStatus, everyStatus, type VerdictInWords } from '../../testing/envelopes.ts';
import { DEFAULT_BASE_URL } from '../../versions.ts';
import { isFailedResult } from '../../view/advice.ts';
import { renderMarkdown } from './scorecard.ts';

const reader = new MarkdownIt({ html: true, linkify: true });
const mixed = envelopeFor({ verdict: everyStatus, mcpEndpoint: 'https://site.example/m|cp' });

/** A site whose MCP endpoint was looked for in vain. */
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

/** What a reader makes of it: the kinds of blocks and of inline parts, and where links lead. */
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
  const failures = (results as readonly StoredResult[]).filter(isFailedResult);

  it('begins with the target and both scores', () => {
    expect(text).toMatch(
      /^# site\.example\n\n> \*\*Partial audit: \d+ of \d+ checks were not run\..*\n\n\d+ things are broken.*; fix these first: .*\n\nWebsite · \*\*\d+% of what applies to this site\*\* · \d+% global-ready\n/,
    );
    expect(text).toContain(`**What applies to this site: ${score.relative}%.** Measured by`);
    expect(text).toContain(`**Everything a site could offer: ${score.global}%.** Measured by`);
    expect(text).toContain('**MCP:** `https://site.example/m%7Ccp`');
    expect(renderMarkdown(envelopeFor({ siteType: 'content', verdict: noMcp }))).toMatch(
      /\*\*Site type:\*\* content\n- \*\*MCP:\*\* no MCP endpoint discovered/,
    );
  });

  it('has a table of the categories, in their order, C1 to C6', () => {
    categories.forEach(({ name, passed, counted }, i) => {
      expect(text).toMatch(
        new RegExp(
          `^\\| C${i + 1} \\| ${name} \\| ${passed} of ${counted}.*\\| (pass|partial|none) \\|$`,
          'm',
        ),
      );
    });
    expect(text).toMatch(/of \d+ passed, \d+ errors?, \d+ not run/);
    expect(text).toContain('Errors and checks that were not run say nothing of the site');
    expect(renderMarkdown(envelopeFor())).not.toContain('Errors and checks');
  });

  it('does not call a category partial of which nothing passed', () => {
    const nothing = envelopeFor({ verdict: () => ({ status: 'absent', evidence: '/x -> 404' }) });
    const shown = renderMarkdown(nothing);
    expect(shown).toMatch(/\| 0 of \d+ passed \| 0 \| none \|/);
    expect(shown).not.toContain('| partial |');
  });

  it('has a section for each failure, with evidence, goal, fix, guide and resources', () => {
    expect(headings.filter((heading) => heading.startsWith('### '))).toEqual(
      failures.map(({ label }) => `### ${label}`),
    );
    const [first] = failures;
    const section = text.slice(
      text.indexOf(`### ${first?.label}`),
      text.indexOf(`### ${failures[1]?.label}`),
    );
    expect(section.split('\n').filter((line) => line !== '')).toEqual([
      `### ${first?.label}`,
      expect.stringMatching(/^(MISSING|BROKEN|NONCOMPLIANT) · (MUST|SHOULD|MAY) · .+ · `[\w-]+`$/),
      expect.stringMatching(/^\*\*[^*]+\.\*\*$/),
      '```text',
      first?.evidence,
      '```',
      `- **Goal:** ${first?.remediation?.goal}`,
      `- **Fix:** ${first?.remediation?.fix}`,
      `- **Guide:** <https://catalog.example/fix/${first?.id}>`,
      `- **Resources:** [About ${first?.id}](<https://standards.example/${first?.id}>)`,
    ]);
  });

  it('lists all other checks by what can be said of them', () => {
    expect(headings.filter((heading) => heading.startsWith('## '))).toEqual([
      ...[
        '## Categories',
        '## Fix first',
        '## What fails',
        '## What could not be checked',
        '## What was not run',
      ],
      ...['## What passes', '## What is optional and not implemented', '## What does not apply'],
    ]);
    for (const { id } of results) expect(text.split(`\`${id}\``).length, id).toBeGreaterThan(1);
  });

  it('says what to fix first only where something fails', () => {
    const { headings: none } = read(renderMarkdown(envelopeFor()));
    expect(none).toEqual(['# site.example', '## Categories', '## What passes']);
    expect(text).toContain(`\n| ${failures.length} | `);
    expect(text).toMatch(
      /^\| 1 \| .* \| `[\w-]+` \| BROKEN, (?:MUST|SHOULD) \| \+[\d.]+ points \| \S.* \|$/m,
    );
    expect(text).toContain('The scores after each fix are not shown: some checks could not be seen');
    expect(renderMarkdown(envelopeFor({ verdict: everySeenStatus }))).toMatch(
      /^\| 1 \| .* \| `[\w-]+` \| BROKEN, (?:MUST|SHOULD) \| \+[\d.]+ points \| \d+% \| \S.* \|$/m,
    );
    expect(renderMarkdown(envelopeFor({ verdict: everySeenStatus }))).toMatch(
      /With all \d+ fixed, if nothing else changes: \d+% → 100%/,
    );
  });

  it('names no address where nothing is, and no page of what no catalog has published', () => {
    const { results } = mixed.scorecard;
    const nowhere = results.map((one) => {
      const { remediation } = one as StoredResult;
      const skill_url = `${DEFAULT_BASE_URL}/fix/${one.id}`;
      return remediation === undefined ? one : { ...one, remediation: { ...remediation, skill_url } };
    });
    const local = { ...mixed, scorecard: { ...mixed.scorecard, results: nowhere } };
    const text = renderMarkdown(local, { published: false });
    expect(text).toMatch(/^- \*\*Guide:\*\* `explain [\w-]+`, a command of the auditor$/m);
    expect(text).not.toMatch(/agent-readiness-catalog|The same as a page/);
    expect(text).toMatch(/`fix` has a prompt for a coding agent for each failure\.\n$/);
  });

  it('ends with where the other forms are', () => {
    expect(links.slice(-2)).toEqual([mixed.scorecard_url, mixed.json_url]);
  });
});

describe('hostile evidence', () => {
  const calm = read(renderMarkdown(envelopeFor({ verdict: everyStatus })));
  const { headings, links, kinds, rows, tokens } = read(renderMarkdown(hostile));

  it('makes no heading, link, row, HTML or emphasis', () => {
    expect(headings).toEqual(calm.headings);
    expect(links).toEqual(calm.links);
    expect(rows).toBe(calm.rows);
    expect(kinds).toEqual(calm.kinds);
    expect([...kinds].filter((kind) => kind.startsWith('html'))).toEqual([]);
  });

  it('is shown as it is', () => {
    const shown = tokens.flatMap((token) =>
      token.type === 'fence'
        ? [token.content.trimEnd()]
        : (token.children ?? []).map(({ content }) => content),
    );
    const missing = hostile.scorecard.results.filter(({ evidence }) => !shown.includes(evidence));
    expect(missing.map(({ id }) => id)).toEqual([]);
    expect(hostile.scorecard.results).toHaveLength(CHECK_COUNT);
  });
});

it('begins with what changed since the scorecard before, and says nothing of a first one', () => {
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
  expect(text).toContain('| Worse | The robots surface works | `robots` | PASS → BROKEN |');
  expect(text.indexOf('## Since last time')).toBeLessThan(text.indexOf('## Categories'));
  expect(renderMarkdown(before)).not.toContain('Since last time');
});
