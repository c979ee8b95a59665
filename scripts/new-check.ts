#!/usr/bin/env node
/**
 * Writes the stubs of a new check (`npm run new:check -- <id> --family <family>`): definition, decision, examples, verdicts
 * on the demo sites, guide, and a test on a real server. Tests fail until all stubs are filled in.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { definitionOf, definitions } from '../src/audit/check-texts/index.ts';
import { RULES } from '../src/audit/check-texts/rule-sets.ts';
import { KEYWORDS, PRINCIPLES } from '../src/audit/check-texts/vocabulary.ts';
import { GUIDE_SECTIONS } from '../src/site/guide.ts';

interface NewCheck {
  readonly id: string;
  /** The name of the definitions file for the check, for example `discoverability`. It determines the check's category. */
  readonly family: string;
  readonly keyword: string;
  readonly principle: string;
}

const USAGE =
  'npm run new:check -- <id> --family <a file of src/audit/check-texts> [--keyword must|should|may] [--principle P1…]';

/**
 * Writes the stubs of a new check and returns the paths of the changed files, relative to `root`.
 * @throws Error if the check already exists, its id is invalid, or its family, keyword or principle is unknown
 */
export function newCheck(check: NewCheck, root: URL): string[] {
  assertNew(check);
  const { id, family, keyword } = check;
  const documents = `src/audit/check-texts/${family}.ts`;
  const deciders = `src/audit/checks/${family}.ts`;
  const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
  const joined = existsSync(new URL(documents, root))
    ? definitions.findLast((one) => read(documents).includes(`id: '${one.id}'`))
    : undefined;
  if (joined === undefined || !existsSync(new URL(deciders, root)))
    throw new Error(`${family} is not a family of checks. ${USAGE}`);
  const examples = `src/audit/examples/${family}.ts`;
  const demo = 'src/app/demo/verdicts.ts';

  const files: Readonly<Record<string, string>> = {
    [documents]: beforeLast(read(documents), '] as const', definitionStub(check, joined.category)),
    [deciders]: withImport(
      beforeLast(
        read(deciders).replace(/([^[,\s])\s*\];\s*$/, '$1,\n];\n'),
        '];',
        `  check('${id}', {
    needs: [],
    evaluate: () => {
      throw new Error('How ${id} is decided is not written yet.');
    },
  }),
`,
      ),
    ),
    [examples]: beforeLast(
      read(examples),
      '} satisfies Examples',
      `
  '${id}': cases({}, [
    ['pass', 'as it should be', {}],
    ['${keyword === 'may' ? 'optional-absent' : 'absent'}', 'not there', {}],
  ]),
`,
    ),
    [`src/audit/checks/${id}.test.ts`]: testStub(check),
    [demo]: withRow(read(demo), id, joined.id),
    [`content/checks/${id}.mdx`]: `---
check: ${id}
summary:
---

${GUIDE_SECTIONS.map((section) => `## ${section}\n`).join('\n')}`,
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(new URL(path, root), text);
  return Object.keys(files);
}

/** @throws Error if the check cannot be created from these options */
function assertNew({ id, keyword, principle }: NewCheck): void {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id))
    throw new Error(`${id} is not an id: lower case, words joined by hyphens.`);
  if (definitionOf(id) !== undefined) throw new Error(`There is a check named ${id}.`);
  if (!KEYWORDS.some((one) => one === keyword))
    throw new Error(`${keyword} is not one of ${KEYWORDS.join(', ')}.`);
  if (!PRINCIPLES.some((one) => one === principle))
    throw new Error(`${principle} is not one of ${PRINCIPLES.join(', ')}.`);
}

function definitionStub({ id, keyword, principle }: NewCheck, category: string): string {
  return `
  {
    id: '${id}',
    category: '${category}',
    keyword: '${keyword}',
    principle: '${principle}',
    label: '',
    fails: '',
    goal: '',
    passesWhen: '',
    fix: '',
    resources: [{ label: '', url: '' }],
    added: { rules: ${RULES + 1}, date: '${new Date().toISOString().slice(0, 10)}' },
  },
`;
}

function testStub({ id, keyword }: NewCheck): string {
  return `import { itJudges } from '../../testing/verdicts.ts';

itJudges('${id}', [
  ['pass', 'as it should be', {}],
  ['${keyword === 'may' ? 'optional-absent' : 'absent'}', 'not there', {}],
  ['broken', 'there and broken', {}],
]);
`;
}

/** Returns `text` with `added` inserted before the last line that begins with `end`. */
function beforeLast(text: string, end: string, added: string): string {
  const at = text.lastIndexOf(`\n${end}`) + 1;
  if (at === 0) throw new Error(`A family's file has no line that begins with ${end}`);
  return text.slice(0, at) + added + text.slice(at);
}

/** Returns the table of verdicts with a new row for this check below the row of `after`. Question marks fill the row. */
function withRow(table: string, id: string, after: string): string {
  return table.replace(new RegExp(`^(${after} +)([^#\\n]*).*$`, 'm'), (row, name: string, words: string) => {
    const gaps = words.trimEnd().replace(/\S+/g, (word) => '?'.padEnd(word.length));
    return `${row}\n${id.padEnd(name.length - 1)} ${gaps.trimEnd()}`;
  });
}

function withImport(text: string): string {
  const [before = '', after] = text.split("} from './check.ts'");
  const imported = after === undefined ? '' : (before.split('import {').at(-1) ?? '');
  return /\bcheck\b/.test(imported)
    ? text
    : text.replace(/^import /m, "import { check } from './check.ts';\nimport ");
}

if (import.meta.main) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      family: { type: 'string', default: '' },
      keyword: { type: 'string', default: 'may' },
      principle: { type: 'string', default: 'P4' },
    },
  });
  try {
    const written = newCheck({ ...values, id: positionals[0] ?? '' }, new URL('../', import.meta.url));
    console.log(`${written.join('\n')}\n
To do, in addition to filling these in (its change in src/fix/brief-parts.ts too): AGENTS.md, "How to add". To see what is missing:
  npm run fix && npm run test:fast -- src/audit/checks src/audit/check-texts src/audit/contract src/site/guides.test.ts`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
