/** Whether a block can be read by what it is written for, without installing that. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transform as transformAstro } from '@astrojs/compiler-rs';
import { parseAllHeaders } from '@netlify/headers-parser';
import { type Loader, transform } from 'esbuild';
import { XMLValidator } from 'fast-xml-parser';
import { loadAll } from 'js-yaml';
import { valid } from 'node-html-parser';
import { parse as parseToml } from 'smol-toml';
import type { Block } from './blocks.ts';
import { faultOfDocument } from './documents.ts';

/** What is wrong with a block; nothing where it is right. */
type Reader = (block: Block) => Promise<string | undefined> | string | undefined;

const script =
  (loader: Loader): Reader =>
  async ({ code }) => {
    await transform(code, { loader, jsx: 'preserve' });
    return undefined;
  };

const data =
  (parse: (code: string) => unknown): Reader =>
  ({ code, file }) =>
    faultOfDocument(file, parse(code));

/** JSON with comments, as wrangler.jsonc and tsconfig.json have it, is what JavaScript takes for a value. */
const jsonWithComments: Reader = async ({ code, file }) => {
  const plain = await transform(`export default ${code.replace(/^(\s*\/\/[^\n]*\n)*/, '')}`, {
    loader: 'js',
  });
  const { default: value } = await import(`data:text/javascript,${encodeURIComponent(plain.code)}`);
  return faultOfDocument(file, value);
};

const shell: Reader = ({ code }) =>
  spawnSync('sh', ['-n'], { input: code, encoding: 'utf8' }).stderr || undefined;

const html: Reader = ({ code }) => (valid(code) ? undefined : 'a tag is not closed');

const xml: Reader = ({ code }) => {
  const read = XMLValidator.validate(code);
  return read === true ? undefined : read.err.msg;
};

const astro: Reader = ({ code }) => {
  const faults = transformAstro(code).diagnostics.filter(({ severity }) => severity === 'error');
  return faults.map(({ text }) => text).join('\n') || undefined;
};

const BY_LANGUAGE: Readonly<Record<string, Reader>> = {
  js: script('js'),
  mjs: script('js'),
  jsx: script('jsx'),
  ts: script('ts'),
  tsx: script('tsx'),
  json: data(JSON.parse),
  json5: jsonWithComments,
  jsonc: jsonWithComments,
  toml: data(parseToml),
  yaml: data((code) => loadAll(code)),
  yml: data((code) => loadAll(code)),
  sh: shell,
  bash: shell,
  html,
  xml,
  astro,
};

/** `_headers` of Netlify and Cloudflare Pages, read by Netlify's own parser. */
async function headersFile({ code }: Block): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-'));
  try {
    const path = join(folder, '_headers');
    await writeFile(path, code);
    const { headers, errors } = await parseAllHeaders({
      headersFiles: [path],
      configHeaders: [],
      minimal: true,
    });
    return headers.length === 0
      ? 'it has no rule'
      : errors.map(({ message }) => message).join('\n') || undefined;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** `_redirects`: on each line a path, where it leads, and perhaps a status. */
function redirectsFile({ code }: Block): string | undefined {
  const lines = code.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const wrong = lines.filter((line) => !/^\/\S*\s+(\/|https:\/\/)\S*(\s+\d{3}!?)?(\s+\w+=\S+)*$/.test(line));
  return lines.length === 0 ? 'it has no rule' : wrong.join('\n') || undefined;
}

const BY_FILE: Readonly<Record<string, Reader>> = { _headers: headersFile, _redirects: redirectsFile };

/** What reads a block here; nothing where that takes software that must be installed, or there is no syntax. */
export function readerOf({ language, file }: Block): Reader | undefined {
  return BY_FILE[file.split('/').at(-1) ?? ''] ?? BY_LANGUAGE[language];
}
