/** The guides' snippets, run as they stand and audited for the one check: `npm run test:zoo -- snippets`, with `-t nginx` for one. */
import { describe, expect, it } from 'vitest';
import { definitionOf } from '../../../catalogue/index.ts';
import { auditSite } from '../../serve.ts';
import { EXPECTED, NOT_RUN } from './snippets/exceptions.ts';
import { type Snippet, snippetsFor } from './snippets/project.ts';
import { RUN, started } from './snippets/starters.ts';

const TIMEOUT_MS = 120_000;
const SNIPPETS = snippetsFor(RUN).filter(({ blocks }) => blocks.length > 0);
const nameOf = ({ check, platform }: Snippet) => `${check} ${platform}`;

async function audited(snippet: Snippet) {
  await using stack = await started(snippet);
  const siteType = definitionOf(snippet.check)?.category === 'api' ? 'api' : null;
  const { scorecard } = await auditSite(stack.url, { only: [snippet.check], siteType });
  return scorecard.results.find(({ id }) => id === snippet.check);
}

describe('a snippet makes its check pass', () => {
  const run = SNIPPETS.filter((snippet) => !NOT_RUN.has(nameOf(snippet)));
  it.each(run.map((snippet) => [nameOf(snippet), snippet] as const))(
    '%s',
    { timeout: TIMEOUT_MS },
    async (name, snippet) => {
      const result = await audited(snippet);
      expect(result?.status, result?.evidence).toBe(EXPECTED.get(name) ?? 'pass');
    },
  );
});

it('what is not run has a reason, and is there', () => {
  const names = SNIPPETS.map(nameOf);
  expect([...NOT_RUN.keys(), ...EXPECTED.keys()].filter((name) => !names.includes(name))).toEqual([]);
});
