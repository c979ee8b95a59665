import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withCounts } from './counts.ts';
import { CHECK_COUNT, countOf } from './index.ts';
import { ALL_POINTS, POINTS } from './points.ts';
import { KEYWORDS, SITE_TYPES } from './vocabulary.ts';

describe('the numbers of the catalogue', () => {
  it('are in texts where the marks are, and other marks stay', () => {
    expect(withCounts('<checks> checks, <points> points, <principles> principles, <cli>')).toBe(
      `${CHECK_COUNT} checks, ${ALL_POINTS} points, eight principles, <cli>`,
    );
    expect(withCounts('<must>, <should>, <may>')).toBe(Object.values(POINTS).join(', '));
    for (const type of SITE_TYPES) expect(withCounts('(<site_types>)')).toContain(`\`${type}\``);
  });
});

describe('nothing else in the repository', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  /** Paths that may contain other numbers: texts from earlier rules, the contract, and recorded or generated inputs. */
  const apart = ['content/scorecards', 'src/audit/contract', 'src/audit/parse/suites', 'package-lock.json'];
  const files = globSync(['*', '{content,functions,scripts,src}/**/*', '.github/**/*'], { cwd: root })
    .filter((path) => /\.(?:ts|js|mjs|astro|mdx?|json|toml|ya?ml|css|html)$/.test(path))
    .filter((path) => !apart.some((folder) => path.startsWith(folder)) && !path.includes('node_modules'));

  /** Matches a count from the check definitions that prose or code repeats, such as a number before `checks`. */
  const typed = new RegExp(
    [
      `\\b${CHECK_COUNT} (?:checks?|questions?|guides?|results?|marks?|in all)\\b`,
      `\\b(?:checks|results|of|all) ${CHECK_COUNT}\\b(?! exactly)`,
      `\\b${ALL_POINTS} points?\\b|\\b(?:of|worth) ${ALL_POINTS}\\b`,
      `(?:toBe|toHaveLength|toEqual|length)\\((?:${CHECK_COUNT}|${ALL_POINTS})\\)`,
      ...KEYWORDS.map((keyword) => `\\b${countOf(keyword)} (?:of them )?${keyword.toUpperCase()}\\b`),
    ].join('|'),
  );

  it('repeats them: they would be wrong with the next check', () => {
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((path) =>
      readFileSync(`${root}${path}`, 'utf8')
        .split('\n')
        .flatMap((line, i) => (typed.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });
});
