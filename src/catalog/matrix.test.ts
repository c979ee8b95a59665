import { describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import { compareEnvelopes } from '../audit/scorecard/compare.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { envelopeFor, type VerdictInWords } from '../testing/envelopes.ts';
import { type CheckRow, type ComparisonMatrix, cautions, matrixOf, shownGroups } from './matrix.ts';

const ABSENT: VerdictInWords = { status: 'absent', evidence: 'https://site.example/ -> 404' };
const BROKEN: VerdictInWords = {
  status: 'broken',
  evidence: 'https://site.example/ -> 200 (<b>not</b> JSON)',
};
const UNSEEN: VerdictInWords = { status: 'error', evidence: 'no answer' };
const UNMET: VerdictInWords = { status: 'n_a', reason: 'antecedent-unmet', evidence: 'no MCP endpoint' };
const OPTIONAL: VerdictInWords = { status: 'n_a', reason: 'optional-absent', evidence: '404' };
const ALL = { all: true, category: '' };
const DIFFERENCES = { all: false, category: '' };

function card(target: string, verdicts: Readonly<Record<string, VerdictInWords>> = {}): Envelope {
  return envelopeFor({
    target,
    verdict: ({ id }) => verdicts[id] ?? { status: 'pass', evidence: `https://${target}/ -> 200` },
  });
}

function without(envelope: Envelope, id: string): Envelope {
  const { scorecard } = envelope;
  return {
    ...envelope,
    scorecard: { ...scorecard, results: scorecard.results.filter((result) => result.id !== id) },
  };
}

function rowsOf(matrix: ComparisonMatrix, view = ALL): CheckRow[] {
  return shownGroups(matrix, view).flatMap(({ rows }) => rows);
}

function rowOf(matrix: ComparisonMatrix, id: string): CheckRow {
  const row = rowsOf(matrix).find((one) => one.id === id);
  if (row === undefined) throw new Error(`No row ${id}`);
  return row;
}

describe('rows', () => {
  it('list all checks by category in scorecard order, with a cell per site', () => {
    const { categories, results } = card('a.example').scorecard;
    const matrix = matrixOf([card('a.example'), card('b.example'), card('c.example')]);
    expect(rowsOf(matrix).map(({ id }) => id)).toEqual(
      categories.flatMap(({ id }) =>
        results.filter(({ category }) => category === id).map((result) => result.id),
      ),
    );
    for (const { cells } of rowsOf(matrix)) expect(cells).toHaveLength(3);
  });

  it('differ if the statuses differ, whatever the evidence', () => {
    const matrix = matrixOf([card('a.example'), card('b.example'), card('c.example', { robots: ABSENT })]);
    expect(rowsOf(matrix, DIFFERENCES).map(({ id }) => id)).toEqual(['robots']);
    expect(rowOf(matrix, 'robots').cells.map((cell) => cell?.status)).toEqual(['pass', 'pass', 'absent']);
  });

  it('do not differ if both sites lack the feature, and note each reason', () => {
    const matrix = matrixOf([card('a.example', { webmcp: UNMET }), card('b.example', { webmcp: OPTIONAL })]);
    const { differs, cells } = rowOf(matrix, 'webmcp');
    expect(differs).toBe(false);
    expect(cells.map((cell) => cell?.note)).toEqual(['does not apply', 'optional, missing']);
  });

  it('differ for the same checks as in the compare command', () => {
    const a = card('a.example', { robots: ABSENT, sitemap: UNSEEN, webmcp: UNMET });
    const b = card('b.example', { robots: BROKEN, sitemap: UNSEEN, webmcp: OPTIONAL, 'llms-txt': ABSENT });
    const differing = rowsOf(matrixOf([a, b]), DIFFERENCES).map(({ id }) => id);
    expect(differing.toSorted()).toEqual(
      compareEnvelopes(a, b)
        .changes.map(({ id }) => id)
        .toSorted(),
    );
  });

  it('have an empty cell for a check that is not in older rules', () => {
    const matrix = matrixOf([without(card('a.example'), 'robots'), card('b.example')]);
    const { cells, differs } = rowOf(matrix, 'robots');
    expect(cells.map((cell) => cell?.status)).toEqual([undefined, 'pass']);
    expect(differs).toBe(true);
    expect(rowsOf(matrix)).toHaveLength(CHECK_COUNT);
  });

  it('contain the evidence unescaped: pages must escape it', () => {
    const matrix = matrixOf([card('a.example', { robots: BROKEN }), card('b.example')]);
    expect(rowOf(matrix, 'robots').cells[0]?.evidence).toBe(BROKEN.evidence);
  });
});

describe('scores', () => {
  it('are compared with the first column, and mark the best', () => {
    const [weak, strong] = [card('a.example', { robots: ABSENT, sitemap: BROKEN }), card('b.example')];
    const gap = strong.scorecard.score.relative - weak.scorecard.score.relative;
    expect(gap).toBeGreaterThan(0);
    expect(matrixOf([weak, strong, weak]).scores[0]).toEqual({
      name: 'Relative score',
      cells: [
        { value: weak.scorecard.score.relative, change: undefined, best: false },
        { value: strong.scorecard.score.relative, change: `+${gap}`, best: true },
        { value: weak.scorecard.score.relative, change: '±0', best: false },
      ],
    });
    expect(matrixOf([strong, weak]).scores[0]?.cells[1]?.change).toBe(`-${gap}`);
  });

  it('mark no best score if all are equal', () => {
    const { scores } = matrixOf([card('a.example'), card('b.example')]);
    const cells = scores.flatMap((score) => score.cells);
    expect([cells.length, cells.filter(({ best }) => best)]).toEqual([4, []]);
  });
});

describe('groups', () => {
  const matrix = matrixOf([card('a.example', { robots: ABSENT }), card('b.example')]);
  const { category } = card('a.example').scorecard.results.find(({ id }) => id === 'robots') ?? {
    category: '',
  };

  it('count passed checks per site', () => {
    const group = matrix.groups.find(({ id }) => id === category);
    const [a, b] = group?.cells ?? [];
    expect(group).toMatchObject({ differing: 1, total: group?.rows.length });
    expect(b).toBe(`${group?.total}/${group?.total}`);
    expect(a).toBe(`${(group?.total ?? 0) - 1}/${group?.total}`);
  });

  it('keep their counts if no check differs', () => {
    const shown = shownGroups(matrix, DIFFERENCES);
    expect(shown.map(({ id }) => id)).toEqual(matrix.groups.map(({ id }) => id));
    expect(shown.reduce((sum, { total }) => sum + total, 0)).toBe(CHECK_COUNT);
    expect(shown.filter(({ rows }) => rows.length > 0).map(({ id }) => id)).toEqual([category]);
  });

  it('show only the chosen category, and all for an unknown one', () => {
    expect(shownGroups(matrix, { all: true, category: 'mcp' }).map(({ id }) => id)).toEqual(['mcp']);
    expect(shownGroups(matrix, { all: true, category: 'no-such' })).toHaveLength(6);
  });
});

describe('cautions', () => {
  const plain = card('a.example');

  it('are empty for audits with the same rules and site type', () => {
    expect(cautions([plain, card('b.example')])).toEqual([]);
  });

  it('name different rules and different site types', () => {
    const older = { ...plain, scorecard: { ...plain.scorecard, spec_version: '0.4.0' } };
    const api = { ...plain, scorecard: { ...plain.scorecard, site_type: 'api' as const } };
    expect(cautions([plain, older])).toEqual([
      expect.stringMatching(/standard 0\.4\.0.+may come from the rules/),
    ]);
    expect(cautions([plain, api])).toEqual([expect.stringContaining('not declared; api')]);
    const { rules: _, ...first } = plain.scorecard;
    expect(cautions([plain, { ...plain, scorecard: first }])).toEqual([
      expect.stringMatching(/rules \d+; .*rules 1.*not comparable/),
    ]);
    const partial = card('b.example', { robots: { status: 'skip', evidence: 'left out' } });
    expect(cautions([plain, partial])).toEqual([expect.stringContaining('audit of b.example is partial')]);
  });
});
