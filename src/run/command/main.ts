/** The command line of the run: from arguments to an exit code. */
import { Command, CommanderError } from 'commander';
import { type Context, Session, widthOf } from '../../cli/context.ts';
import { CliError, EXIT_CODES, fromCommander, NO_VERDICT } from '../../cli/errors.ts';
import { print, printJson, requireFormat } from '../../cli/output.ts';
import { type Run, runOf } from '../../cli/run.ts';
import { optionOf } from '../../cli/settings.ts';
import { runToEnd } from '../../cli/stop.ts';
import { unknownName } from '../../cli/suggest.ts';
import { AuditError } from '../../errors.ts';
import { beginFile } from '../../files.ts';
import { operatorsKey, type SigningKey } from '../../io/signing.ts';
import type { Places } from '../../io/source.ts';
import { LIMITS } from '../../limits.ts';
import { Store } from '../../results/store.ts';
import { readTargets } from '../../results/targets.ts';
import type { ListedHost, Stored } from '../../scorecard/record.ts';
import { joinResults } from '../join.ts';
import { type Mode, type RunOutcome, runDocument } from '../outcome.ts';
import { planRun, shardsFor } from '../plan.ts';
import { rejudgeCatalog } from '../rejudge.ts';
import { missingShards } from '../reports.ts';
import { runCatalog } from '../run.ts';
import { RUN_OPTIONS, SHARED } from './options.ts';
import { type RunProgress, runProgressOf, runSummaryText } from './report.ts';

export const PROGRAM = 'npm run -s audit:catalog --';

type CatalogRun = Run<typeof RUN_OPTIONS>;

const EPILOG = `
Examples:
  ${PROGRAM} --demo                     audit the demo sites, without internet
  ${PROGRAM} --stale-only --limit 20    the twenty most overdue
  ${PROGRAM} --plan --stale-only        how many shards the due sites need, as a matrix for a GitHub workflow
  ${PROGRAM} --shard 2/8                the second of eight parts
  ${PROGRAM} --merge out/1 out/2        join what the shards have found
  ${PROGRAM} --rejudge                  judge kept recordings by today's rules

With AUDIT_SIGNING_KEY (a private Ed25519 key as JWK) requests are signed, so that sites can tell this auditor from others.

A run may be ended at any moment and run beside another one: what was scored is stored, and nothing is lost.
It ends with 0 even where some targets failed, because sites are down at times; the summary names them.

Exit codes:
  0    success
  1    failure: results that were to be merged could not be read
  69   no verdict: every target failed
${EXIT_CODES.filter(({ code }) => code > 1 && code !== NO_VERDICT)
  .map(({ code, meaning }) => `  ${String(code).padEnd(4)} ${meaning}`)
  .join('\n')}`;

/** Serves the demo sites under their own names until it is disposed of, and says where they are. */
type ServeDemos = () => Promise<AsyncDisposable & { readonly places: Places }>;

/**
 * Runs the catalog's run.
 *
 * @param argv what stands behind the program's name
 * @returns the exit code
 */
export function runMain(argv: readonly string[], context: Context, serveDemos: ServeDemos): Promise<number> {
  const session = new Session(context);
  const work = async () => {
    let code = 0;
    const command = buildCommand(session, async (run, asked) => {
      code = await perform(run, asked, serveDemos);
    });
    try {
      await command.parseAsync(argv, { from: 'user' });
    } catch (error) {
      const isFault = error instanceof CommanderError && error.exitCode !== 0;
      throw isFault ? fromCommander(error, PROGRAM) : error;
    }
    return code;
  };
  return runToEnd(session, argv, work, 'everything scored before that is stored');
}

/** What is asked for in place of a run. */
interface Asked {
  readonly merge?: readonly string[];
  readonly plan?: true;
}

type Perform = (run: CatalogRun, asked: Asked) => Promise<void>;

function buildCommand(session: Session, perform: Perform): Command {
  const command = new Command(PROGRAM)
    .description('Audits the targets of the catalog, stalest first, and stores one file of results for each.')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({
      outputError: () => undefined,
      writeErr: () => undefined,
      writeOut: (text) => session.out(text),
      getOutHelpWidth: () => widthOf(session.context.stdout),
    })
    .addHelpText('after', EPILOG)
    .option(
      '--merge <folders...>',
      'join the results of these folders into --results, without asking any site',
    )
    .option('--plan', 'print the shards the run needs, as a matrix for a workflow, without asking any site');
  for (const setting of [...Object.values(RUN_OPTIONS), ...Object.values(SHARED)]) {
    command.addOption(optionOf(setting));
  }
  command.allowExcessArguments(false).action(async () => {
    await perform(await runOf(command, RUN_OPTIONS, session), command.opts<Asked>());
  });
  return command;
}

async function perform(run: CatalogRun, asked: Asked, serveDemos: ServeDemos): Promise<number> {
  requireFormat(run.output, 'audit:catalog', ['text', 'json']);
  const { values } = run;
  const { merge: folders } = asked;
  const mode = modeOf(run, asked);
  const store = new Store(asked.plan === true ? { ...values, dryRun: true } : values);
  await store.open();
  if (asked.plan === true) {
    // The matrix alone, in one line: what a workflow reads.
    print(run.output, JSON.stringify(shardsFor((await plannedTargets(run, mode, store)).length)));
    return 0;
  }
  const begin = (total: number) => runProgressOf(run.output, total);
  const outcomes =
    folders === undefined
      ? await overTargets(run, mode, { store, begin, serveDemos })
      : await joinResults(store, folders, begin(0).onOutcome);
  await store.tidy();
  const missing = await missingShards(folders ?? []);
  const document = runDocument({ mode, dryRun: values.dryRun, shard: values.shard, missing }, outcomes);
  if (values.report !== undefined) {
    const report = await beginFile(values.report, { folders: true });
    await report.commit(`${JSON.stringify(document)}\n`);
  }
  if (run.output.format === 'json') printJson(run.output, document);
  else print(run.output, runSummaryText(document));
  const { failed } = document.counts;
  if (failed > 0 && mode === 'merge') return 1;
  return failed > 0 && failed === outcomes.length ? NO_VERDICT : 0;
}

function modeOf({ values }: CatalogRun, { merge: folders, plan }: Asked): Mode {
  const asked = [
    ...(folders === undefined ? [] : ['--merge']),
    ...(plan === true ? ['--plan'] : []),
    ...(values.rejudge ? ['--rejudge'] : []),
  ];
  if (asked.length > 1 || (folders !== undefined && values.demo)) {
    throw new CliError(
      'usage',
      `${[...asked, ...(values.demo ? ['--demo'] : [])].join(' and ')} cannot be used together.`,
      {
        hint: 'Run them one after the other.',
      },
    );
  }
  if (folders !== undefined) return 'merge';
  if (values.rejudge) return 'rejudge';
  return values.demo ? 'demo' : 'audit';
}

async function overTargets(
  run: CatalogRun,
  mode: Mode,
  given: { store: Store; begin: (total: number) => RunProgress; serveDemos: ServeDemos },
): Promise<RunOutcome[]> {
  const { store, begin } = given;
  const { values, timeoutMs } = run;
  const planned = await plannedTargets(run, mode, store);
  const limits = { ...LIMITS, auditMs: timeoutMs };
  const { context } = run.output.session;
  const own = context.audit === undefined ? {} : { runAudit: context.audit };
  if (mode === 'rejudge') {
    return rejudgeCatalog(planned, { ...own, store, limits, ...begin(planned.length) });
  }
  if (values.dryRun) return planned.map(({ host }) => ({ host, outcome: 'planned' }));
  const { env, signal } = context;
  const options = { ...values, ...own, signal, store, limits, signingKey: signingKey(env) };
  const shown = begin(planned.length);
  if (mode !== 'demo') return runCatalog(planned, { ...options, ...shown });
  await using demos = await given.serveDemos();
  return await runCatalog(planned, { ...options, ...shown, places: demos.places });
}

/** What a run takes of the list, in its order. */
async function plannedTargets(run: CatalogRun, mode: Mode, store: Store): Promise<ListedHost[]> {
  const { only, staleOnly, shard, limit } = run.values;
  const chosen = await chosenTargets(run, mode);
  const recorded = mode === 'rejudge' && only.length === 0 ? await store.recorded() : undefined;
  const targets = chosen.filter(({ host }) => recorded?.includes(host) ?? true);
  return planRun(targets, await readable(store, targets), { now: new Date(), staleOnly, shard, limit });
}

/**
 * From the environment alone: what is typed can be read by others on the machine.
 *
 * @throws CliError `configuration` for one that is no key
 */
function signingKey(env: Context['env']): SigningKey | undefined {
  try {
    return operatorsKey(env.AUDIT_SIGNING_KEY);
  } catch (error) {
    throw new CliError('configuration', (error as Error).message, {
      hint: 'Set it to the private key, or unset it to send requests without signatures.',
    });
  }
}

/**
 * The targets of a run: the demo sites with --demo, else the others; recordings of both can be judged.
 *
 * @throws CliError for a host that is not in the list
 */
async function chosenTargets({ values, sources }: CatalogRun, mode: Mode): Promise<ListedHost[]> {
  const all = await readTargets(values.targets);
  const demos = values.demo;
  const targets = all.filter(({ demo }) => (mode === 'rejudge' && !demos) || (demo === true) === demos);
  if (values.only.length === 0) return targets;
  const hosts = targets.map(({ host }) => host);
  const unknown = values.only.find((host) => !hosts.includes(host));
  if (unknown === undefined) return targets.filter(({ host }) => values.only.includes(host));
  const fromEnv = sources.only === 'env';
  throw unknownName({
    kind: fromEnv ? 'configuration' : 'usage',
    message: (shown) =>
      `${fromEnv ? RUN_OPTIONS.only.env : '--only'} takes hosts from the list, and “${shown}” is not one.`,
    name: unknown,
    allowed: hosts,
    hint: demos ? 'These are the demo sites.' : 'The demo sites are audited with --demo.',
  });
}

/** What is stored of the targets; a file that cannot be read is told of when its target's turn comes. */
async function readable(store: Store, targets: readonly ListedHost[]): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>();
  for (const { host } of targets) {
    try {
      stored.set(host, await store.read(host));
    } catch (error) {
      if (!(error instanceof AuditError) || error.kind !== 'invalid_scorecard') throw error;
    }
  }
  return stored;
}
