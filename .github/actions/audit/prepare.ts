/** Runs before the audit: checks the inputs, unpacks the command line, and chooses the baseline. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { env, lines, nameOfAudit, output, refuse, say } from './runner.ts';

/** The maximum size of a package, in bytes; ours has less than one million. */
const MAX_PACKAGE = 32_000_000;
const DOWNLOAD_MS = 60_000;
const MAX_REDIRECTS = 5;

const name = nameOfAudit();
const folder = join(env('RUNNER_TEMP'), name);
rmSync(folder, { recursive: true, force: true });
for (const part of ['base', 'reports', 'cli']) mkdirSync(join(folder, part), { recursive: true });
output('folder', folder);
output('command', JSON.stringify(await command(lines('CLI'))));
await settleBase(env('BASE'));

/** Returns the program and the first arguments that run the command line. */
async function command(words: readonly string[]): Promise<readonly string[]> {
  const [first] = words;
  if (first === undefined) refuse('The input cli is missing: the address of cli.tgz, or a command.');
  if (!/^https?:\/\//.test(first) && !first.endsWith('.tgz')) return words;
  const bytes = /^https?:\/\//.test(first) ? await download(first) : readFileSync(first);
  verify(bytes);
  const file = join(folder, 'cli.tgz');
  writeFileSync(file, bytes);
  // The package has no dependencies and no install scripts: unpacking it is installing it.
  execFileSync('tar', ['-xzf', file, '-C', join(folder, 'cli')], { stdio: 'inherit' });
  const root = join(folder, 'cli/package');
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  return [process.execPath, join(root, Object.values(bin)[0] ?? '')];
}

async function download(url: string): Promise<Buffer> {
  try {
    const response = await answerOf(url, AbortSignal.timeout(DOWNLOAD_MS));
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (bytes.byteLength > MAX_PACKAGE) throw new Error('it is too large');
    return bytes;
  } catch (error) {
    return refuse(`Cannot download ${url}: ${reasonOf(error)}.`, 69);
  }
}

/** Fetches a URL and follows redirects. Without a digest, each address must use https, so nobody on the network can replace the package. */
async function answerOf(url: string, signal: AbortSignal, left = MAX_REDIRECTS): Promise<Response> {
  if (!url.startsWith('https://') && env('INTEGRITY') === '') {
    refuse(
      `The package would come from ${url}, where anyone on the way could exchange it: name its digest with the input integrity, or an https: address.`,
    );
  }
  const response = await fetch(url, { signal, redirect: 'manual' });
  const to = response.headers.get('location');
  if (response.status < 300 || response.status > 399 || to === null) return response;
  if (left === 0) throw new Error('it redirects too often');
  return answerOf(new URL(to, url).href, signal, left - 1);
}

/** Returns the message of the cause, because fetch itself only reports `fetch failed`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function verify(bytes: Buffer): void {
  const wanted = env('INTEGRITY');
  const digest = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (wanted === '')
    process.stdout.write(`The package has the digest ${digest}; the input integrity checks it.\n`);
  else if (wanted !== digest) {
    refuse(
      `The package is not the one that integrity names, and was not run: it has the digest ${digest}.`,
      77,
    );
  }
}

/** Outputs the cache keys to read or write, or writes the baseline itself. */
async function settleBase(base: string): Promise<void> {
  const toBranch = env('GITHUB_BASE_REF');
  if (base === 'none' || base === '') return;
  if (base === 'cache') {
    // Branch names have no colon, so no key is a prefix of another branch's key.
    const prefix = (branch: string) => `${name}:${encodeURIComponent(branch)}:`;
    if (toBranch !== '') output('restore', prefix(toBranch));
    else
      output('save', `${prefix(env('GITHUB_REF_NAME'))}${env('GITHUB_RUN_ID')}.${env('GITHUB_RUN_ATTEMPT')}`);
    return;
  }
  if (toBranch === '') return;
  const text = ofBranch(toBranch, base);
  if (text !== undefined) writeFileSync(join(folder, 'base/scorecard.json'), text);
  else if (existsSync(base)) {
    say('notice', `${base} could not be read from the branch ${toBranch}: it is taken as it is here.`);
    writeFileSync(join(folder, 'base/scorecard.json'), readFileSync(base));
  } else say('notice', `There is no ${base} on the branch ${toBranch}: nothing to compare with.`);
}

/** Returns a file of a remote branch, which it fetches first, because a shallow checkout does not have it. */
function ofBranch(branch: string, path: string): Buffer | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: MAX_PACKAGE,
      env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
    });
  try {
    git('fetch', '--quiet', '--depth=1', 'origin', `refs/heads/${branch}`);
    const root = git('rev-parse', '--show-toplevel').toString().trim();
    const inside = resolve(path)
      .slice(root.length + 1)
      .replaceAll('\\', '/');
    return git('show', `FETCH_HEAD:${inside}`);
  } catch {
    return undefined;
  }
}
