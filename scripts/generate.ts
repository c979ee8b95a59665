#!/usr/bin/env node
/** `npm run generate`: writes the committed files that are generated from the code. A test checks that they are current. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { ruleSetsMarkdown } from '../src/audit/check-texts/rule-sets.ts';
import { withParts } from './layers.ts';
import { withRules } from './netlify-rules.ts';

const ROOT = new URL('../', import.meta.url);

const RULES = `# The rules, and what each set of them changed

Every scorecard names the number of the rules by which it was judged. Scores of one number can be compared; where the numbers
differ, comparisons say so. The number grows by one with each change of the catalogue, or of what a check means.

Made from \`src/audit/check-texts/rule-sets.ts\`, which is also what the page \`/changes\` shows: \`npm run generate\` writes this file.`;

/** Returns the expected content of each generated file, by path. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const read = (path: string) => readFile(new URL(path, ROOT), 'utf8');
  const pages = await readdir(new URL('content/pages', ROOT), { recursive: true });
  const ids = pages.filter((name) => name.endsWith('.mdx')).map((name) => name.slice(0, -'.mdx'.length));
  return new Map([
    ['.github/RULES.md', rulesForContributors()],
    ['AGENTS.md', withParts(await read('AGENTS.md'))],
    [
      'netlify.toml',
      withRules(await read('netlify.toml'), ids.map((id) => id.replaceAll('\\', '/')).toSorted()),
    ],
  ]);
}

/** Returns the text of RULES.md. Replaces links with their text, because their paths exist only on the site. */
function rulesForContributors(): string {
  const sets = ruleSetsMarkdown(({ rules, date }) => `## Rules ${rules} (${date})`);
  return `${RULES}\n\n${sets.replace(/\[([^\]]+)\]\(\/[^)]*\)/g, '$1')}\n`;
}

if (import.meta.main) {
  for (const [path, text] of await generatedFiles()) await writeFile(new URL(path, ROOT), text);
}
