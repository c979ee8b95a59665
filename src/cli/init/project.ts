/** What a folder says of how its site is installed, built and started. */
import { join } from 'node:path';
import * as z from 'zod';
import type { Session } from '../context.ts';
import { CliError } from '../errors.ts';
import { presentText } from '../project-files.ts';

/** Commands of a project, each on one line; what it does not need is left out. */
export interface Project {
  /** Installs what it needs, in order. */
  readonly install: readonly string[];
  readonly build?: string;
  readonly start?: string;
  /** Where its site listens then. */
  readonly port: number;
}

const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()).default({}) });

/** By what a lock file says: how packages are installed without changing it, and what runs a script. */
const MANAGERS = [
  {
    lock: 'pnpm-lock.yaml',
    install: ['corepack enable', 'pnpm install --frozen-lockfile'],
    run: 'pnpm run',
  },
  {
    lock: 'yarn.lock',
    install: ['corepack enable', 'yarn install --immutable'],
    run: 'yarn run',
  },
  { lock: 'package-lock.json', install: ['npm ci'], run: 'npm run' },
] as const;
const NO_LOCK = { install: ['npm install'], run: 'npm run' } as const;

/** Scripts that build and that serve a site, the usual one first. `dev` serves something else than what is shipped. */
const BUILD_SCRIPTS = ['build', 'docs:build'] as const;
const START_SCRIPTS = ['start', 'preview', 'serve', 'docs:preview', 'docs:serve'] as const;

/** Where programs listen that do not take 3000. */
const PORTS: readonly (readonly [RegExp, number])[] = [
  [/\bastro\b/, 4321],
  [/\bvite(?:press)? preview\b/, 4173],
  [/\b(?:eleventy|http-server)\b/, 8080],
];
const USUAL_PORT = 3000;

/**
 * Reads package.json and looks which lock file is beside it.
 *
 * @throws CliError `usage` for a package.json that is not JSON, FileError for one that cannot be read
 */
export async function projectIn(session: Session, folder: string): Promise<Project> {
  const manifest = await presentText(session, join(folder, 'package.json'));
  if (manifest === undefined) return { install: [], port: USUAL_PORT };
  const { scripts } = manifestOf(manifest, join(folder, 'package.json'));
  const { install, run } = await managerIn(session, folder);
  const build = BUILD_SCRIPTS.find((name) => scripts[name] !== undefined);
  const start = START_SCRIPTS.find((name) => scripts[name] !== undefined);
  const [, port = USUAL_PORT] = PORTS.find(([names]) => names.test(scripts[start ?? ''] ?? '')) ?? [];
  return {
    install,
    ...(build === undefined ? {} : { build: `${run} ${build}` }),
    ...(start === undefined ? {} : { start: `${run} ${start}` }),
    port,
  };
}

/** The manager whose lock file is in a folder. */
async function managerIn(session: Session, folder: string) {
  const locks = await Promise.all(MANAGERS.map(({ lock }) => presentText(session, join(folder, lock))));
  return MANAGERS[locks.findIndex((text) => text !== undefined)] ?? NO_LOCK;
}

function manifestOf(text: string, path: string): z.infer<typeof manifestSchema> {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new CliError('usage', `${path} is not the package.json of a project.`, {
      hint: 'Mend it, or name another folder with --dir.',
      cause: error,
    });
  }
}
