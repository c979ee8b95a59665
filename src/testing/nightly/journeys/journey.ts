/** One journey of a new user on a real project: audit → plan → applied as it is written → audit against the first → gate, all by the command line. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredEnvelope } from '../../../scorecard/stored.ts';
import { adviceFor } from '../../../view/advice.ts';
import { type CliRun, runCli } from '../../cli.ts';
import { freePort, type Stack } from '../process.ts';
import { applyFix, type Fix, installed, type Rules } from './apply.ts';
import { applyConfiguration, type Configuration } from './configuration.ts';
import { projectOf } from './project.ts';

/** A project, and how what a plan says goes into it. */
export interface Journey extends Rules {
  readonly name: string;
  /** Writes the project into the empty folder by its own generator, or as its getting-started guide says, with defaults. */
  readonly make: (folder: string) => Promise<void>;
  /** Builds where that is needed, and serves. */
  readonly start: (folder: string, port: number) => Promise<Stack>;
  /** `--for`, where nothing in the folder can be recognised. */
  readonly for?: string;
  /** The project is built and served after each item of the plan, and not only after the last. */
  readonly stepwise?: boolean;
  /** A file of the site that is the same for everybody: no cache may keep one for each reader. */
  readonly asset?: string;
  /** Checks that do not pass after the plan that names them, or that fail only then, each with the reason. */
  readonly exceptions?: Readonly<Record<string, string>>;
}

interface Scores {
  readonly relative: number;
  readonly global: number;
}

/** A command that an item of the plan says to verify it with, and how it ended. */
interface Verified {
  readonly change: string;
  readonly command: string;
  readonly before: number;
  readonly after: number;
}

/** What came of a journey. */
export interface Walked {
  readonly before: Scores;
  readonly forecast: Scores;
  readonly after: Scores;
  /** Checks that the plan said it mends and that do not pass, with what was seen. */
  readonly missed: Readonly<Record<string, string>>;
  /** Checks that did not fail before and do now. */
  readonly fresh: Readonly<Record<string, string>>;
  /** The field Vary of its asset. */
  readonly assetVary: string;
  /** Checks that fail now. */
  readonly failing: readonly string[];
  readonly verified: readonly Verified[];
  /** What became of items that could not be applied, or after which the project did not start, by their change. */
  readonly failedSteps: Readonly<Record<string, string>>;
  readonly again: CliRun;
  readonly gate: CliRun;
  /** Characters that an agent reads, by command. */
  readonly read: Readonly<Record<string, number>>;
}

interface FixesJson {
  readonly total: number;
  readonly configuration: readonly Configuration[];
  readonly install: readonly string[];
  readonly fixes: readonly (Fix & { readonly verify: string })[];
}

const AUDIT = ['--only-failures', '--compact', '--json'];

/** Walks a journey from its beginning to the gate. */
export async function walk(journey: Journey): Promise<Walked> {
  const folder = await projectOf(journey);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const call = (...args: string[]) => runCli(args, { cwd: folder });
  const forOption = journey.for === undefined ? [] : ['--for', journey.for];

  let stack: Stack | undefined = await journey.start(folder, port);
  const restart = async () => {
    await stack?.[Symbol.asyncDispose]();
    stack = undefined;
    stack = await journey.start(folder, port);
  };
  try {
    const before = await audited(call, url);
    await writeFile(join(folder, 'before.json'), before.text);
    const compact = await call(url, ...AUDIT);
    const planned = await call('fix', 'before.json', '--limit', '100', '--json', ...forOption);
    const plan = await call('fix', 'before.json', '--limit', '100', '--plan', 'plan.md', ...forOption);
    if (planned.code !== 0 || plan.code !== 0) throw new Error(planned.stderr + plan.stderr);
    const { configuration, install, fixes } = JSON.parse(planned.stdout) as FixesJson;

    const verifiedBefore = await verifiedBy(call, fixes);
    const failedSteps: Record<string, string> = {};
    for (const line of install) await installed(folder, line);
    await applyConfiguration(folder, configuration, journey.places);
    for (const fix of fixes) {
      try {
        await applyFix(folder, fix, journey);
        if (journey.stepwise === true) await restart();
      } catch (fault) {
        failedSteps[fix.change] = String(fault);
      }
    }
    await restart();
    const { headers } = await fetch(`${url}${journey.asset ?? '/'}`);
    const verifiedAfter = await verifiedBy(call, fixes);
    const after = await audited(call, url);
    await writeFile(join(folder, 'after.json'), after.text);
    const again = await call(url, '--baseline', 'before.json');
    const gate = await gated(call, url);
    return {
      before: scoresOf(before.envelope),
      forecast: forecastOf(before.envelope),
      after: scoresOf(after.envelope),
      ...outcome(before.envelope, after.envelope, fixes),
      verified: fixes.map(({ change, verify }, i) => ({
        change,
        command: verify,
        before: verifiedBefore[i]?.code ?? -1,
        after: verifiedAfter[i]?.code ?? -1,
      })),
      failedSteps,
      assetVary: journey.asset === undefined ? '' : (headers.get('vary') ?? ''),
      again,
      gate,
      read: {
        audit: charsIn(compact),
        plan: charsIn(plan) + (await readFile(join(folder, 'plan.md'), 'utf8')).length,
        verify: verifiedAfter.reduce((sum, one) => sum + charsIn(one), 0),
        again: charsIn(again),
      },
    };
  } finally {
    await stack?.[Symbol.asyncDispose]();
  }
}

const charsIn = ({ stdout, stderr }: CliRun) => stdout.length + stderr.length;

type Call = (...args: string[]) => Promise<CliRun>;

async function audited(call: Call, url: string) {
  const { stdout, stderr } = await call(url, '--json');
  if (stdout === '') throw new Error(`no audit of ${url}: ${stderr}`);
  return { text: stdout, envelope: JSON.parse(stdout) as StoredEnvelope };
}

/** The commands that verify the items, one after the other. */
async function verifiedBy(call: Call, fixes: FixesJson['fixes']): Promise<CliRun[]> {
  const runs: CliRun[] = [];
  // Behind the program: `node scripts/audit.ts <target> --only …`.
  for (const { verify } of fixes) runs.push(await call(...verify.split(' ').slice(2)));
  return runs;
}

/** `init` as a team types it, then the gate as its pipeline runs it. */
async function gated(call: Call, url: string): Promise<CliRun> {
  for (const args of [['init', '--ci', 'none', '--target', url], ['--update-baseline']]) {
    const done = await call(...args);
    if (done.code !== 0) return done;
  }
  return call();
}

const scoresOf = ({ scorecard }: StoredEnvelope): Scores => {
  const { relative, global } = scorecard.score;
  return { relative: relative ?? 0, global };
};

function forecastOf({ scorecard }: StoredEnvelope): Scores {
  const { reachable } = adviceFor(scorecard);
  if (reachable === undefined) throw new Error('Some check could not be seen: there is no forecast');
  return { relative: reachable.relative ?? 0, global: reachable.global };
}

function outcome(before: StoredEnvelope, after: StoredEnvelope, fixes: FixesJson['fixes']) {
  const promised = new Set(fixes.flatMap(({ checks }) => checks.map(({ check }) => check)));
  const was = new Map(before.scorecard.results.map(({ id, status }) => [id, status]));
  const said = (wanted: (id: string, status: string) => boolean) =>
    Object.fromEntries(
      after.scorecard.results
        .filter(({ id, status }) => wanted(id, status))
        .map(({ id, status, evidence }) => [id, `${status}: ${evidence}`]),
    );
  const isFailure = (status: string | undefined) => /^(?:absent|broken|noncompliant)$/.test(status ?? '');
  return {
    missed: said((id, status) => promised.has(id) && status !== 'pass'),
    fresh: said((id, status) => isFailure(status) && !isFailure(was.get(id))),
    failing: Object.keys(said((_, status) => isFailure(status))),
  };
}

/** Writes a file of a project. */
export async function writeIn(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, text);
}
