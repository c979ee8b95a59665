/** The browser of the tests: the one that is named, else Chromium of the nightly packages, which needs nothing of the system. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { LaunchOptions } from 'playwright-core';

const MODULES = resolve(import.meta.dirname, '../../testing/nightly/node_modules');
const PACKAGE = join(MODULES, '@sparticuz/chromium/package.json');
const CACHE = join(MODULES, '.cache/chromium');
const run = promisify(execFile);

/**
 * What playwright is given to start it: the program at CHROME_PATH; on Linux (x64) that of the packages that
 * `npm run test:all` installs, unpacked the first time; elsewhere Chrome as it is usually installed.
 */
export async function findBrowser(): Promise<Pick<LaunchOptions, 'executablePath' | 'channel' | 'env'>> {
  const { CHROME_PATH: named } = process.env;
  if (named !== undefined && named !== '') return { executablePath: named };
  const hasPackage = process.platform === 'linux' && process.arch === 'x64' && existsSync(PACKAGE);
  return hasPackage ? unpackedBrowser() : { channel: 'chrome' };
}

/** Chromium from the registry, unpacked once for a version, with the libraries and the fonts that it came with. */
async function unpackedBrowser() {
  const manifest = readFileSync(PACKAGE, 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = join(CACHE, version);
  if (!existsSync(folder)) await unpack(folder);
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

/** Several test files may do so at once: each in a folder of its own, and whoever is first gives it its name. */
async function unpack(folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const part = await mkdtemp(join(CACHE, 'part-'));
  // The package unpacks to the folder for temporary files, and brings its libraries where it takes itself to be on Lambda.
  const env = { ...process.env, TMPDIR: part, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: MODULES, env });
  await writeFile(join(part, 'fonts.conf'), fontConfiguration(folder));
  try {
    await rename(part, folder);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Only the fonts that came with the browser: the package's own configuration names a fixed folder for them. */
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;
}
