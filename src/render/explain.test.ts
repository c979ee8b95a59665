import { stripVTControlCharacters } from 'node:util';
import columnsOf from 'fast-string-width';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import type { Definition } from '../definitions/definition.ts';
import { definitions } from '../definitions/index.ts';
import { CATEGORIES } from '../definitions/vocabulary.ts';
import { examplesOf } from '../examples/index.ts';
import { standInChecks } from '../testing/envelopes.ts';
import { casesOf } from '../view/checks.ts';
import { renderCheckMarkdown, renderChecksMarkdown, renderChecksTable, renderCheckText } from './explain.ts';

const plainly = { color: false, width: 80 };

function check(id: string, parts: Partial<Definition> = {}): Definition {
  const found = standInChecks.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no check is named ${id}`);
  return { ...found, ...parts };
}

const robots = check('robots', {
  label: 'robots.txt is published',
  fix: 'Serve `/robots.txt` with 200 | even an empty one.',
});

const cases = casesOf([
  { title: 'not there', expect: 'absent' },
  { title: 'served as text', expect: 'pass' },
  { title: 'a <b>page</b> | instead', expect: 'broken' },
  { title: 'empty', expect: 'pass' },
]);

describe('one check as text', () => {
  it('tells all there is to know', () => {
    expect(renderCheckText(robots, cases, plainly)).toBe(
      [
        '',
        '  robots.txt is published',
        '  robots · SHOULD · P7 · Discoverability',
        '',
        '  Goal    Agents gain what robots offers.',
        '  Passes  `/robots.txt` answers 200.',
        '  Fails   No correct robots.txt is published',
        '  Fix     Serve `/robots.txt` with 200 | even an empty one.',
        '',
        '  Resources',
        '  About robots',
        '    https://standards.example/robots',
        '',
        '  How it decides',
        '  PASS          served as text',
        '                empty',
        '  BROKEN        a <b>page</b> | instead',
        '  MISSING       not there',
        '',
        '  In JSON, MISSING is absent, N/A is n_a and SKIPPED is skip.',
        '',
        '',
      ].join('\n'),
    );
  });
});

describe('one check as Markdown', () => {
  it('tells the same', () => {
    const text = renderCheckMarkdown(robots, cases);
    expect(text).toMatch(/^# robots\.txt is published\n\n`robots` · SHOULD · P7 · Discoverability\n/);
    expect(text).toContain('**Passes when:** `/robots.txt` answers 200.');
    expect(text).toContain('**Fix:** Serve `/robots.txt` with 200 \\| even an empty one.');
    expect(text).toContain('- [About robots](<https://standards.example/robots>)');
    expect(text).toContain('| BROKEN | a &lt;b&gt;page&lt;/b&gt; \\| instead |');
  });
});

describe('the table of checks', () => {
  it('lists all by category', () => {
    const text = renderChecksTable(standInChecks, { color: false, width: 100 });
    const lines = text.split('\n');
    for (const { name } of CATEGORIES) expect(lines).toContain(`  ${name}`);
    for (const { id } of standInChecks) expect(text).toContain(`  ${id}  `);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}robots +SHOULD +The robots surface works$/));
    expect(renderChecksTable([robots], { color: false, width: 50 })).toContain(
      '  robots  SHOULD  robots.txt is published',
    );
    expect(renderChecksTable(standInChecks, { color: false, width: 50 })).toContain(
      '  robots · SHOULD\n    The robots surface works\n',
    );
    expect(renderChecksTable([robots], plainly)).not.toContain('API');
    expect(renderChecksTable([], plainly)).toBe('\n');
  });

  it('as Markdown has a row for each', () => {
    const tokens = new MarkdownIt().parse(renderChecksMarkdown(standInChecks), {});
    expect(tokens.filter(({ type }) => type === 'tr_open')).toHaveLength(standInChecks.length + 1);
    expect(renderChecksMarkdown([robots])).toContain(
      '| `robots` | robots.txt is published | SHOULD | P7 | Discoverability |',
    );
  });
});

describe('every real check, at every width', () => {
  it.each([40, 60, 80, 120])('fits %d columns; colour adds nothing else', (width) => {
    const texts = [
      (color: boolean) => renderChecksTable(definitions, { color, width }),
      ...definitions.map(
        (one) => (color: boolean) => renderCheckText(one, casesOf(examplesOf(one.id)), { color, width }),
      ),
    ];
    for (const text of texts) {
      for (const line of text(false).split('\n')) {
        expect(columnsOf(line), line).toBeLessThanOrEqual(width);
        expect(line).toBe(line.trimEnd());
      }
      expect(stripVTControlCharacters(text(true))).toBe(text(false));
    }
  });
});
