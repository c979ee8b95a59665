/** All regular expressions of the source, as its syntax tree has them. */
import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';

export interface Pattern {
  /** `src/parse/robots.ts:83` */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

/** What is made with `new RegExp(…)`, whose pattern is not known before it runs. */
interface MadePattern {
  readonly file: string;
  readonly at: string;
}

const ROOT = new URL('../../', import.meta.url);
const OURS = '{src,functions,scripts}/**/*.{ts,mts}';
/** Tests and measuring, and what reads nothing but the files of this repository. */
const NOT_SHIPPED = /\.test\.ts$|\/testing\/|\/bench\/|^scripts\/(?:generate|layers)\.ts$/;

/** The patterns of all files that are not for tests. */
export function patterns(): { readonly written: readonly Pattern[]; readonly made: readonly MadePattern[] } {
  const written: Pattern[] = [];
  const made: MadePattern[] = [];
  for (const file of globSync(OURS, { cwd: ROOT }).filter((name) => !NOT_SHIPPED.test(name))) {
    const text = readFileSync(new URL(file, ROOT), 'utf8');
    for (const node of nodesOf(parseAst(text, { lang: 'ts' }))) {
      const at = `${file}:${text.slice(0, node.start).split('\n').length}`;
      if (node.type === 'Literal' && node.regex !== undefined)
        written.push({ at, source: node.regex.pattern, flags: node.regex.flags });
      const makes = node.type === 'NewExpression' || node.type === 'CallExpression';
      if (makes && node.callee?.name === 'RegExp') made.push({ file, at });
    }
  }
  return { written, made };
}

/** What is looked at of a node. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
}

function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && 'start' in value) yield value as Node;
  for (const child of Object.values(value)) yield* nodesOf(child);
}
