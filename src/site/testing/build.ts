/** The built site of a catalog of the demo sites, built once per test run. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { makeCatalog } from './catalog.ts';

/** The address that the site is built for. It differs from the default, which must not appear anywhere. */
export const SITE_ADDRESS = 'https://site.test';

export const SITE_CONTACT = { email: 'ops@site.test' } as const;

/** The operator signs requests with the test key of RFC 9421, appendix B.1.4. */
const SIGNING_KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
  d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
};

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');
/** How long other test files wait for the build, in milliseconds. */
const PATIENCE = 600_000;

/** Returns the folder of the built site. The first caller of a test run builds it; the others wait. */
export async function builtSite(): Promise<string> {
  const folder = inject('siteRun');
  if (await isFirst(join(folder, 'begun'))) {
    // Store errors, too, for the test files that wait.
    const outcome = await build(folder).then(
      () => '',
      (error: unknown) => messageOf(error),
    );
    await writeFile(join(folder, 'ended.part'), outcome);
    await rename(join(folder, 'ended.part'), join(folder, 'ended'));
  }
  const outcome = await ended(join(folder, 'ended'));
  if (outcome !== '') throw new Error(`The site could not be built.\n${outcome}`);
  return join(folder, 'site');
}

async function build(folder: string): Promise<void> {
  const results = join(folder, 'results');
  await makeCatalog({ list: join(ROOT, 'content/targets'), folder: results, baseUrl: SITE_ADDRESS });
  // A separate process: Astro reads its environment once, and that of a test worker differs from a build's.
  const options = JSON.stringify({
    outDir: join(folder, 'site'),
    cacheDir: join(folder, 'cache'),
    logLevel: 'warn',
  });
  const script = `const { build } = await import('astro'); await build(${options});`;
  const { VITEST: _vitest, ...env } = process.env;
  const { stderr } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    env: {
      ...env,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      CATALOG_RESULTS: results,
      URL: SITE_ADDRESS,
      AUDIT_SIGNING_KEY: JSON.stringify(SIGNING_KEY),
      CONTACT_EMAIL: SITE_CONTACT.email,
    },
    maxBuffer: 16 * 1024 * 1024,
  });
  // Code in a language that Prism does not know is not highlighted.
  const unknown = stderr.match(/Unable to load the language: .*/g);
  if (unknown !== null) throw new Error([...new Set(unknown)].join('\n'));
}

async function isFirst(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function ended(path: string): Promise<string> {
  for (const start = Date.now(); Date.now() - start < PATIENCE; await sleep(100)) {
    try {
      return await readFile(path, 'utf8');
    } catch {
      // Another test file is still building.
    }
  }
  return 'The test file that builds it did not end in time.';
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'stderr' in error && error.stderr !== '' ? String(error.stderr) : error.message;
}
