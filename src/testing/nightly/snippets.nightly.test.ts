/** The guides' snippets, run as they stand and audited for the one check: `npm run test:all -- snippets`, with `-t nginx` for one. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definitionOf } from '../../definitions/index.ts';
import { auditSite } from '../serve.ts';
import { blocksOfGuides, titleOf } from '../snippets/blocks.ts';
import { type Folder, folder, type Stack } from './process.ts';
import { wordpress } from './servers/php.ts';
import { EXPECTED, NOT_RUN } from './snippets/exceptions.ts';
import { faultIn, isReadHere } from './snippets/languages.ts';
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
      expect(result?.status, result?.evidence).toBe(EXPECTED.get(name)?.status ?? 'pass');
    },
  );
});

it('what is not run has a reason, and is there', () => {
  const names = [...SNIPPETS, ...snippetsFor(new Set(['wordpress']))].map(nameOf);
  expect([...NOT_RUN.keys(), ...EXPECTED.keys()].filter((name) => !names.includes(name))).toEqual([]);
});

describe('PHP, Python and Ruby can be read', () => {
  const blocks = blocksOfGuides().filter(isReadHere);
  it.each(blocks.map((block) => [titleOf(block), block] as const))('%s', (_, block) => {
    expect(faultIn(block)).toBe('');
  });
});

describe('a snippet for WordPress makes its check pass', () => {
  const snippets = snippetsFor(new Set(['wordpress'])).filter(
    (snippet) => snippet.blocks.some(({ language }) => language === 'php') && !NOT_RUN.has(nameOf(snippet)),
  );
  let plugins: Folder;
  let site: Stack;
  beforeAll(async () => {
    plugins = await folder();
    site = await wordpress(plugins.path);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await site?.[Symbol.asyncDispose]();
    await plugins?.[Symbol.asyncDispose]();
  });

  it.each(snippets.map((snippet) => [nameOf(snippet), snippet] as const))(
    '%s',
    { timeout: TIMEOUT_MS },
    async (name, { check, blocks }) => {
      const files = blocks.filter(({ language }) => language === 'php').map(({ code }) => code);
      const paths = files.map((_, index) => join(plugins.path, `${check}-${index}.php`));
      await Promise.all(
        paths.map((path, index) =>
          writeFile(path, files[index]?.replaceAll('https://example.com', site.url) ?? ''),
        ),
      );
      try {
        const { scorecard } = await auditSite(site.url, { only: [check] });
        const result = scorecard.results.find(({ id }) => id === check);
        expect(result?.status, result?.evidence).toBe(EXPECTED.get(name)?.status ?? 'pass');
      } finally {
        await Promise.all(paths.map((path) => rm(path)));
      }
    },
  );
});
