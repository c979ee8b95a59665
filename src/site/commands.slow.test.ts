/** No published text tells anyone to run a third-party package that is not listed here (.github/DECISIONS.md, "HTTP"). */
import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { expect, test } from 'vitest';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import { fillPlaceholders } from '../report/placeholders.ts';
import { factsOf, withFacts } from './command-line/facts.ts';
import { builtSite, SITE_ADDRESS } from './testing/build.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Programs that run or install the package in their arguments. */
const RUNNERS =
  /(?<![\w./@<-])(npx|bunx|uvx|npm (?:i|in|install|add|exec|x|create|init)|pnpm (?:dlx|add|exec|i|install|create)|yarn (?:dlx|add|create|global add)|bun (?:x|add|install|create)|deno (?:run|install|add)|pipx (?:run|install)|pip3? install|uv (?:add|pip install|tool (?:run|install))|cargo (?:install|binstall)|go (?:install|run)|gem install|composer (?:require|global require)|brew install|docker (?:run|pull)|winget install|choco install|scoop install)(?=[ \t])([^\n]*)/g;
const PIPED =
  /(?<![\w-])(?:curl|wget|iwr|irm|Invoke-WebRequest)\b[^\n]*\|[ \t]*(?:sudo[ \t]+)?(?:(?:ba|z|da|k|fi)?sh|node|python3?|perl|ruby|php|iex|pwsh)\b[^\n]*/g;
/** The end of a command within a line: another command, the end of the code, or a comment. */
const END = /`|&&|\|\||;|\||[ \t]#|[ \t]{2,}|<\/|\)(?=[ \t.,]|$)/;
const NAMES_PACKAGE = /^(?:-p|--package|--from|--with)$/;
const TAKES_VALUE = /^(?:--registry|--prefix|--tag|-c|--call|-w|--workspace|--index-url)$/;

/** Returns the commands in a text that fetch and run or install a package, with those packages. */
function commandsIn(text: string) {
  const run = [...text.matchAll(RUNNERS)].flatMap(([, runner = '', rest = '']) => {
    const args = (rest.split(END, 1)[0] ?? '').trim();
    const packages = packagesOf(runner, args);
    return packages.length === 0 ? [] : [{ command: `${runner} ${args}`, packages }];
  });
  const piped = [...text.matchAll(PIPED)].map(([command]) => ({ command, packages: ['a shell'] }));
  return [...run, ...piped];
}

function packagesOf(runner: string, args: string): string[] {
  const words = [...args.matchAll(/"[^"]*"|'[^']*'|\S+/g)].map(([word]) => word);
  // These never fetch anything.
  if (words.includes('--no') || words.includes('--no-install')) return [];
  // A runner takes one package, and all later words are for the program; an installer takes all words.
  const installs = /\b(?:i|in|install|add|require|pull)$/.test(runner);
  const named: string[] = [];
  const typed: string[] = [];
  for (let i = 0; i < words.length && (installs || typed.length === 0); i += 1) {
    const word = words[i] ?? '';
    const [flag = '', value] = word.split('=', 2);
    if (NAMES_PACKAGE.test(flag)) named.push(unquoted(value ?? words[++i] ?? ''));
    else if (TAKES_VALUE.test(word)) i += 1;
    else if (!word.startsWith('-')) typed.push(unquoted(word));
  }
  return installs ? typed : [...named, ...(named.length > 0 ? [] : typed)];
}

function unquoted(word: string): string {
  return word.replace(/^["']|["'.,:]$/g, '');
}

/** Each was looked up in its registry on 2026-11-27: it exists and is what the text says. */
const OTHERS: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/codemod': 'page of MCP SDKs: rewrites code of version 1 of the TypeScript SDK',
  '@modelcontextprotocol/node': 'page of MCP SDKs: the TypeScript SDK on Node',
  '@modelcontextprotocol/server': 'page of MCP SDKs: the TypeScript SDK',
  'mcp>=2,<3': 'page of MCP SDKs: the Python SDK',
};
/** The address of our command line, and its path after a download. */
const OURS = new RegExp(
  `^(?:${SITE_ADDRESS}/cli(?:-(?:[\\d.]+|<version>))?\\.tgz(?:#[0-9a-f]{8})?|\\./cli\\.tgz)$`,
);
/** Node itself, for readers with an old version. */
const NODE = /^node@\d+$/;
const PROSE = [
  'npx keeps the copy that',
  'npx keeps its first copy of',
  'npx may have kept an older copy',
  'between npx and the address',
  'npx takes a name for',
  'npx download it again',
];

function strange(text: string): string[] {
  const searched = PROSE.reduce((rest, phrase) => rest.replaceAll(phrase, ''), text);
  return commandsIn(searched)
    .filter(({ packages }) =>
      packages.some((name) => !OURS.test(name) && !NODE.test(name) && !Object.hasOwn(OTHERS, name)),
    )
    .map(({ command }) => command);
}

/** Returns the text and attributes of a page, with a line break for each block element. */
function textOfHtml(html: string): string {
  const parts: string[] = [];
  const walk = (node: DefaultTreeAdapterTypes.ChildNode) => {
    if ('value' in node) parts.push(node.value);
    if ('attrs' in node) for (const { value } of node.attrs) parts.push(`\n${value}\n`);
    if ('childNodes' in node) for (const child of node.childNodes) walk(child);
    if (/^(?:p|li|pre|div|h\d|td|th|dd|dt|code|title)$/.test(node.nodeName)) parts.push('\n');
  };
  for (const child of parse(html).childNodes) walk(child);
  // Removes the attributes that syntax highlighting puts between the words of a line of code.
  return parts.join('').replaceAll(/\n(?:token [\w -]+|language-\w+)\n/g, '');
}

function textOfJson(json: string): string {
  const strings: string[] = [];
  JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === 'string') strings.push(value);
    return value;
  });
  return strings.join('\n');
}

function readable(name: string, text: string): string {
  if (/^\s*(?:<!doctype|<html)/i.test(text)) return textOfHtml(text);
  // In a script the address is in a variable.
  if (name.endsWith('.js')) return text.replaceAll(/npx \$\{[^}]*\}/g, '');
  // Each line is a document.
  if (name.endsWith('.jsonl')) return text.split('\n').filter(Boolean).map(textOfJson).join('\n');
  return /^\s*[[{]/.test(text) && !/\.(?:mdx?|txt)$/.test(name) ? textOfJson(text) : text;
}

test('every file of the built site has only known commands', async () => {
  const folder = await builtSite();
  const found: string[] = [];
  let searched = 0;
  let ours = 0;
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.tgz')) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readable(entry.name, await readFile(path, 'utf8'));
    searched += 1;
    ours += commandsIn(text).filter(({ packages }) => packages.some((name) => OURS.test(name))).length;
    for (const command of strange(text)) found.push(`${path.slice(folder.length)}: ${command}`);
    // A placeholder that was not filled in.
    if (/<(?:cli|base_url)[a-z0-9_]*>/.test(text)) found.push(`${path.slice(folder.length)}: a mark`);
  }
  expect(found).toEqual([]);
  expect(searched).toBeGreaterThan(200);
  // At least all guides in their three forms and in one document.
  expect(ours).toBeGreaterThan(CHECK_COUNT * 4);
});

test('the code never installs a package by our name alone', async () => {
  const found: string[] = [];
  for await (const path of glob('{src,functions}/**/*.{ts,astro}', { cwd: ROOT })) {
    if (/\.test\.ts$|testing\//.test(path)) continue;
    const text = await readFile(join(ROOT, path), 'utf8');
    const named =
      text.match(/\b(?:npx|bunx|dlx|exec|install|add) (?:-\S+ )*[@\w/-]*agent-readiness\b/g) ?? [];
    found.push(...named.map((command) => `${path}: ${command}`));
  }
  expect(found).toEqual([]);
});

test('the texts of the repository have only known commands', async () => {
  const found: string[] = [];
  const facts = factsOf(Buffer.from('a package'), SITE_ADDRESS);
  for await (const path of glob(['*.md', '.github/**/*.md', 'content/**/*.{md,mdx}'], { cwd: ROOT })) {
    const text = withFacts(fillPlaceholders(await readFile(join(ROOT, path), 'utf8'), SITE_ADDRESS), facts);
    for (const command of strange(readable(path, text))) found.push(`${path}: ${command}`);
  }
  expect(found).toEqual([]);
});
