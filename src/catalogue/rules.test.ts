import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { RULE_SETS, RULES, ruleSetsMarkdown } from './rules.ts';

const FILE = fileURLToPath(new URL('../../.github/RULES.md', import.meta.url));

const INTRODUCTION = `# The rules, and what each set of them changed

Every scorecard names the number of the rules by which it was judged. Scores of one number can be compared; where the numbers
differ, comparisons say so. The number grows by one with each change of the catalogue, or of what a check means.

Made from \`src/catalogue/rules.ts\`, which is also what the page \`/changelog\` shows: \`npm run rules:print\` writes this file.`;

it('are numbered without a gap, the newest first', () => {
  expect(RULE_SETS[0]?.rules).toBe(RULES);
  expect(RULE_SETS.map(({ rules }) => rules)).toEqual(RULE_SETS.map((_, i) => RULE_SETS.length - i));
  const dates = RULE_SETS.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().reverse());
});

it('are told where contributors look', async () => {
  const withoutLinks = ruleSetsMarkdown(({ rules, date }) => `Rules ${rules} (${date})`).replace(
    /\[([^\]]+)\]\(\/[^)]*\)/g,
    '$1',
  );
  await expect(`${INTRODUCTION}\n\n${withoutLinks}\n`).toMatchFileSnapshot(FILE);
});
