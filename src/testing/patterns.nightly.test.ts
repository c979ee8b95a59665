/**
 * No regular expression takes more than linear time on any input: recheck (makenowjust-labs.github.io/recheck) analyses each.
 * Bounded repeats are analysed as short ones, since the bound is a constant; MAX_REPEAT limits it.
 */
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { nightlyModule } from './nightly/packages.ts';

interface Pattern {
  /** `src/audit/parse/robots.ts:83` */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

/**
 * The maximum bound of a repeat. It may be retried from every character, so it is the factor by which a pattern may be slower
 * than one step per character. A pattern that is tried in only one place may have a longer one.
 */
const MAX_REPEAT = 500;
const MAX_ANCHORED_REPEAT = 4_000;
/** Replaces longer bounds for the analysis, whose time grows with them. */
const SHORT = 3;
const TIMEOUT_MS = 1_800_000;
/** The analysis of one pattern takes up to seven seconds, and minutes on a busy machine. */
const ANALYSIS_MS = 600_000;

type Verdict =
  | { readonly status: 'safe' }
  | { readonly status: 'vulnerable'; readonly complexity: { readonly summary: string } }
  | { readonly status: 'unknown'; readonly error: { readonly kind: string } };

const { check } = await nightlyModule<{
  check: (source: string, flags: string, options: object) => Promise<Verdict>;
}>('recheck');

/** Files that build patterns at run time, and the patterns they build, each with the reason why they are safe. */
const MADE: Readonly<Record<string, readonly RegExp[]>> = {
  // Paths from the site's own header rules.
  'src/app/preview/site-rules.ts': [],
  // Program names from our own list, with a word boundary on both sides.
  'src/service/incoming/negotiation.ts': [/(?<![\w-])(?:GPTBot|ChatGPT-User)(?![\w-])/i],
  // Color names from our own styles, read during the build.
  'src/site/preview.ts': [],
  // Keywords and principles from our own lists.
  'src/fix/texts.ts': [/^(?:P1|P2)-(?:must|should|may)-[a-z0-9-]+$/i],
  // Paths of the service's own routes.
  'src/service/http/app.ts': [],
  // The id of a new check, which was validated.
  'scripts/new-check.ts': [/^ {2}'?some-id'?: \[/m],
  // Words from our own lists, tried on 200 characters.
  'src/audit/parse/agent-heading.ts': [],
  // Brackets from our own list, with marks and white space between them.
  'src/audit/scorecard/remediation.ts': [/[<>](?:[\p{M}\p{Default_Ignorable_Code_Point}\s]*[<>])+/gu],
};

/** Patterns with looks around or back references, which recheck's automaton cannot decide, and why they are linear. */
const DECIDED: ReadonlyMap<string, string> = new Map([
  [/^\/score\/(?!llms(?:-full)?\.txt$)[^/]+(?:\/live)?$/.source, 'tried from the start only'],
  [/^(\d+)([.)])(?!\S)/.source, 'tried from the start only'],
  [/^\s*(https?:)?\/\/(www\.)?schema\.org(?=[/#\s]|$)/.source, 'tried from the start only'],
  [/^(?=.{2,40}$)[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+)*$/u.source, 'looks at 40 characters at most'],
  [/[ \t]+[A-Za-z0-9._~+/-]+=*[ \t]*(?=,|$)/.source, 'sticky, and its runs have no character in common'],
  [
    /\](?:\(|: )\/fix\/(?:on\/)?[a-z0-9-]+(?=[)#\s]|$)/.source,
    'one run behind a fixed text that no run contains',
  ],
  [
    /:(?=:)|(?<=:|mailto|xmpp):(?!\/\/)|:(?!\d\d:)(?=[\w\\+-]+:)/.source,
    'one run behind a colon that no run contains',
  ],
  [
    /[\\`*[\]|~#$^={}!@]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u.source,
    'one character, which looks at its neighbors only',
  ],
  [/&(?!(?:#\d+|#x[\da-f]+|[^\s&;<>"'#]+);)/.source, 'one run behind an ampersand that no run contains'],
  [
    /(?<![\p{L}\p{N}/.@])(?:https?:\/\/|www\.)[^\s<>"`、。，；：（）「」【】《》！？—…“”]+/u.source,
    'one run, which is part of the match',
  ],
  [
    /(["'])[\w-]{0,40}(?:token|csrf|xsrf|session|session[_-]?id|jwt)\1\s{0,9}(?::|(?:content|value)=)\s{0,9}(["'])(?=[\w.+/=~-]{0,200}?\d)(\w[\w.+/=~-]{15,})\2/
      .source,
    'tried behind a quote and a name only, and a value ends at its own quote',
  ],
]);

const ROOT = new URL('../../', import.meta.url);
const OURS = '{src,functions,scripts}/**/*.{ts,mts}';
/** Tests, benchmarks, and code that only reads files of this repository or responses of the operator's own deployment. */
const NOT_SHIPPED = /\.test\.ts$|\/testing\/|^src\/app\/verify\/|^scripts\/(?:generate|layers|words)\.ts$/;

/** Returns all regular expressions of the source, and the files that create others with `new RegExp`. */
function patterns(): { readonly written: readonly Pattern[]; readonly made: ReadonlySet<string> } {
  const written: Pattern[] = [];
  const made = new Set<string>();
  const files = globSync(OURS, { cwd: ROOT, exclude: ['**/node_modules/**'] });
  for (const file of files.filter((name) => !NOT_SHIPPED.test(name))) {
    const text = readFileSync(new URL(file, ROOT), 'utf8');
    for (const node of nodesOf(parseAst(text, { lang: 'ts' }))) {
      const at = `${file}:${text.slice(0, node.start).split('\n').length}`;
      if (node.type === 'Literal' && node.regex !== undefined)
        written.push({ at, source: node.regex.pattern, flags: node.regex.flags });
      const makes = node.type === 'NewExpression' || node.type === 'CallExpression';
      if (makes && node.callee?.name === 'RegExp') made.add(file);
    }
  }
  return { written, made };
}

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

const { written, made } = patterns();
const all: Pattern[] = [
  ...written,
  ...Object.entries(MADE).flatMap(([at, list]) => list.map(({ source, flags }) => ({ at, source, flags }))),
];

/** `{3}`, `{3,}`, `{3,5}`; not a code point, `\u{10ffff}`. */
const REPEAT = /(?<!\\u)\{(\d+)(?:(,)(\d*))?\}/g;

function shortened(source: string): string {
  return source.replace(REPEAT, (_, least: string, comma?: string, most?: string) => {
    const from = Math.min(Number(least), SHORT);
    if (comma === undefined) return `{${from}}`;
    return most === '' ? `{${from},}` : `{${from},${Math.min(Number(most), SHORT)}}`;
  });
}

/** Returns why a pattern is refused; `undefined` if it is linear. */
async function fault({ source, flags }: Pattern): Promise<string | undefined> {
  const longest = Math.max(
    0,
    ...Array.from(source.matchAll(REPEAT), ([, least, , most]) => Number(most || least)),
  );
  const isAnchored = source.startsWith('^') || flags.includes('y');
  if (longest > (isAnchored ? MAX_ANCHORED_REPEAT : MAX_REPEAT)) return `a repeat of ${longest}`;
  if (DECIDED.has(source)) return undefined;
  // Not the fuzzer, whose findings depend on how fast the machine is.
  const options = { checker: 'automaton', timeout: ANALYSIS_MS };
  const verdict = await check(shortened(source), flags.replace('d', ''), options);
  if (verdict.status === 'safe') return undefined;
  return verdict.status === 'vulnerable' ? verdict.complexity.summary : `not decided: ${verdict.error.kind}`;
}

describe('patterns', () => {
  it('that were reviewed by hand are in use', () => {
    const sources = new Set(all.map(({ source }) => source));
    expect([...DECIDED.keys()].filter((source) => !sources.has(source))).toEqual([]);
  });

  it('take linear time', { timeout: TIMEOUT_MS }, async () => {
    expect(all.length).toBeGreaterThan(400);
    const atOnce = pLimit(availableParallelism());
    const faults = await atOnce.map(all, async (pattern) => {
      const why = await fault(pattern);
      return why === undefined ? [] : [`${pattern.at} /${pattern.source}/${pattern.flags}: ${why}`];
    });
    expect(faults.flat()).toEqual([]);
  });

  it('that are built at run time are listed here', () => {
    expect(made).toEqual(new Set(Object.keys(MADE)));
  });

  it.each([
    '\\s*[\\r\\n]\\s*',
    '[^:]*$',
    '\\/+$',
    '\\/schemas\\/(.+\\/)?[^/]+\\.json$',
    '(a|a)*b',
    'a{1,2000}',
  ])('refuses %s', async (source) => {
    expect(await fault({ at: '', source, flags: '' })).toBeDefined();
  });
});
