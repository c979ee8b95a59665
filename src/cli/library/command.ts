/** Runs the command line in a separate process, so a test's environment and the audit do not affect each other. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { AuditError, interrupted } from '../../base/errors.ts';
import { parseJsonObject } from '../../base/json.ts';
import { nearest, plain } from '../../base/text.ts';
import { shownName } from '../errors.ts';
import type { AuditOptions, ExpectOptions } from './api.ts';

/** The program, which is next to this file in the package. */
const PROGRAM = fileURLToPath(new URL('./cli.js', import.meta.url));

/** Variables that the separate process does not get, because they are meant for the caller's own commands or test coverage. */
const NOT_PASSED = /^(?:AUDIT_|npm_|NODE_V8_COVERAGE$)/i;

/** The names of all options; the compiler reports a missing one. `checks` is an option of `expectAgentReady` only. */
const OPTIONS = Object.keys({
  siteType: true,
  only: true,
  skip: true,
  timeout: true,
  headers: true,
  mcpEndpoint: true,
  canonicalOrigin: true,
  network: true,
  resolver: true,
  signal: true,
  checks: true,
} satisfies Readonly<Record<keyof AuditOptions | keyof ExpectOptions, true>>);
const LEAST_TIMEOUT_MS = 100;
const MOST_TIMEOUT_MS = 3_600_000;

/** The maximum size of the process's output, in bytes. Scorecards are always smaller. */
const MOST_OUTPUT = 8 * 1024 * 1024;
/** The number of characters quoted from the end of stderr if the process prints no error as JSON. */
const LAST_WORDS = 300;

/** @throws AuditError the error that the command prints if there is no scorecard */
export async function auditByCommand(site: string, options: AuditOptions): Promise<Envelope> {
  const { signal, headers = {} } = options;
  const values = await Promise.all(
    Object.entries(headers).map(async ([name, value]) => ({
      name,
      variable: `headers.${name}`,
      value: typeof value === 'string' ? value : await value(),
    })),
  );
  const secrets = Object.fromEntries(values.map(({ variable, value }) => [variable, value]));
  const flags = [
    ...flagsOf(options),
    ...values.map(({ name, variable }) => `--header=${name}=env:${variable}`),
  ];
  const { stdout, failure } = await run(
    ['audit', '--json', '--no-config', ...flags, '--', site],
    secrets,
    signal,
  );
  if (signal?.aborted === true) throw interrupted(site);
  // An audit that was cut short prints a scorecard, although it exits with an error.
  const read = parseJsonObject(stdout);
  if (read.ok) return read.value as Envelope;
  throw errorIn(failure);
}

/** @throws AuditError `usage` for an unknown option, or a `timeout` out of range, for example because it is in seconds */
function flagsOf(options: AuditOptions): string[] {
  const { siteType, only, skip, timeout, mcpEndpoint, canonicalOrigin, network, resolver } = options;
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) {
    const [near] = nearest(unknown, OPTIONS);
    throw new AuditError('usage', `There is no option “${shownName(unknown)}”.`, {
      hint: near === undefined ? `The options are: ${OPTIONS.join(', ')}.` : `Did you mean ${near}?`,
    });
  }
  if (timeout !== undefined && !(timeout >= LEAST_TIMEOUT_MS && timeout <= MOST_TIMEOUT_MS))
    throw new AuditError(
      'usage',
      `“timeout” takes milliseconds from ${LEAST_TIMEOUT_MS} to ${MOST_TIMEOUT_MS}, not ${timeout}.`,
    );
  const flags = {
    'site-type': siteType,
    only: only?.join(),
    skip: skip?.join(),
    timeout: timeout === undefined ? undefined : timeout / 1000,
    'mcp-endpoint': mcpEndpoint,
    'canonical-origin': canonicalOrigin,
    network,
    resolver,
  };
  return Object.entries(flags).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
}

interface Ended {
  readonly stdout: string;
  /** The text on stderr, or why the process could not be started. */
  readonly failure: string;
}

function run(
  args: readonly string[],
  secrets: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<Ended> {
  const passed = Object.entries(process.env).filter(([name]) => !NOT_PASSED.test(name));
  const env = { ...Object.fromEntries(passed), ...secrets };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [PROGRAM, ...args],
      { env, maxBuffer: MOST_OUTPUT, ...(signal && { signal }) },
      (error, stdout, stderr) => resolve({ stdout, failure: stderr || (error?.message ?? '') }),
    );
    child.stdin?.end();
  });
}

/** Returns the error in the last line of stderr. Node may print other text before this line. */
function errorIn(failure: string): AuditError {
  const line = failure.trimEnd().split('\n').at(-1) ?? '';
  const read = parseJsonObject(line);
  const { kind, message, hint, quote } = (read.ok ? read.value : {}) as Partial<AuditError>;
  return kind === undefined || message === undefined
    ? new AuditError(
        'internal',
        `The audit ended without a result: ${plain(failure.slice(-LAST_WORDS), LAST_WORDS)}`,
      )
    : new AuditError(kind, withOptionNames(message), { hint: hint && withOptionNames(hint), quote });
}

/** Replaces flags with the options of this library, such as `--site-type` with `siteType`. */
function withOptionNames(text: string): string {
  return text.replace(/--([a-z][a-z-]*)/g, (flag, name: string) => {
    const option = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return OPTIONS.includes(option) ? option : flag;
  });
}
