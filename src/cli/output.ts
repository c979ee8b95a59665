/** What reaches the person or the program that called: streams, formats, colour, width. */

import { FileError } from '../errors.ts';
import { inert } from '../parse/text.ts';
import { jsonText } from '../render/escape.ts';
import { askedFormat, beforeDashes } from './asked-format.ts';
import { CliError, type ErrorStyle } from './errors.ts';
import { exitNow } from './interrupt.ts';
import type { Format, GLOBAL } from './options.ts';
import type { Resolved } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Exit code of a program whose reader closed the pipe, as the shell reports it: 128 + SIGPIPE. */
const CLOSED_PIPE = 141;

/** How one run speaks. */
export interface Output {
  readonly format: Format;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** Whether a terminal may be read from, and a progress line drawn. */
  readonly interactive: boolean;
  /** Colour and width of text on stdout. */
  readonly text: { readonly color: boolean; readonly width: number };
}

/**
 * How to speak, from the settings and the environment.
 *
 * @throws CliError where settings contradict each other
 */
export function outputOf({ values, sources }: Resolved<typeof GLOBAL>, env: Environment): Output {
  const format = formatOf({ values, sources });
  if (values.quiet && values.verbose && sources.quiet === 'flag' && sources.verbose === 'flag') {
    throw new CliError('usage', '--quiet and --verbose contradict each other.', {
      hint: 'Pass one of them.',
    });
  }
  const quiet = values.quiet && sources.verbose !== 'flag';
  const verbose = values.verbose && !quiet;
  return {
    format,
    quiet,
    verbose,
    interactive: !values.noInteractive,
    text: { color: useColor({ values, sources }, env), width: widthOf(process.stdout) },
  };
}

/** Columns of a terminal; 80 off one, and on one that does not know, as the pseudo-terminals of CI systems say by 0. */
export function widthOf({ columns }: { readonly columns?: number | undefined }): number {
  return columns === undefined || columns === 0 ? 80 : columns;
}

function formatOf({ values, sources }: Resolved<typeof GLOBAL>): Format {
  for (const source of ['flag', 'env'] as const) {
    const asked = new Set<Format>();
    if (sources.output === source) asked.add(values.output);
    if (sources.json === source && values.json) asked.add('json');
    if (sources.jsonl === source && values.jsonl) asked.add('jsonl');
    const [format] = asked;
    if (asked.size > 1) {
      const kind = source === 'flag' ? 'usage' : 'configuration';
      throw new CliError(kind, `More than one output format was requested: ${[...asked].join(', ')}.`, {
        hint: 'Pass one of --output, --json, --jsonl (AUDIT_OUTPUT, AUDIT_JSON, AUDIT_JSONL).',
      });
    }
    if (format !== undefined) return format;
  }
  return 'text';
}

/** A flag first, then the environment, then whether a terminal is there (https://no-color.org). */
function useColor(
  { values, sources }: Pick<Resolved<typeof GLOBAL>, 'values' | 'sources'>,
  env: Environment,
): boolean {
  if (sources.color === 'flag') return true;
  if (sources.noColor === 'flag') return false;
  if (values.noColor) return false;
  if (sources.color === 'env') return values.color;
  return process.stdout.isTTY === true && mayColor(env);
}

function mayColor(env: Environment): boolean {
  return (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
}

/**
 * How errors are printed. Looked up leniently in the arguments and the environment, because reading the settings may
 * be what failed.
 */
export function errorStyle(argv: readonly string[], env: Environment): ErrorStyle {
  const args = beforeDashes(argv);
  const on = (value: string | undefined) => /^(1|true|yes|on)$/i.test(value ?? '');
  const color =
    process.stderr.isTTY === true && !args.includes('--no-color') && !on(env.AUDIT_NO_COLOR) && mayColor(env);
  const verbose = args.includes('--verbose') || args.includes('-v') || on(env.AUDIT_VERBOSE);
  return { format: askedFormat(args, env), color, verbose };
}

/** Refuses a format that a command does not have. */
export function requireFormat(output: Output, command: string, formats: readonly Format[]): void {
  if (formats.includes(output.format)) return;
  throw new CliError('usage', `${command} has no output format “${output.format}”.`, { allowed: formats });
}

/** One answer in each format that a command has. */
export interface Forms {
  readonly text: () => string;
  readonly md?: () => string;
  readonly document: () => unknown;
  /** The lines of `jsonl`, where they are not just the document. */
  readonly lines?: () => readonly unknown[];
}

/**
 * Prints an answer in the format that was asked for.
 *
 * @throws CliError `usage` for a format that the command does not have
 */
export function present(output: Output, command: string, forms: Forms): void {
  if (output.format === 'text') print(forms.text());
  else if (output.format === 'json') printJson(forms.document(), 'json');
  else if (output.format === 'jsonl') {
    for (const line of forms.lines?.() ?? [forms.document()]) printJson(line, 'jsonl');
  } else if (output.format === 'md' && forms.md !== undefined) print(forms.md());
  else
    requireFormat(output, command, [
      'text',
      'json',
      'jsonl',
      ...(forms.md === undefined ? [] : ['md' as const]),
    ]);
}

/** Writes data to stdout. It may be the log of a CI system, and quote an audited site. */
export function print(text: string): void {
  write(inert(text));
}

/** Writes a report to stdout as it is: workflow commands of a CI system are meant as such in one of them. */
export function printReport(text: string): void {
  write(text);
}

function write(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** A document on stdout: indented for `json`, on one line for `jsonl`. */
export function printJson(document: unknown, format: Format): void {
  write(jsonText(document, format === 'jsonl' ? undefined : 2));
}

/** A remark for people, on stderr: not with `--quiet`, and not where a program may read stderr as JSON. */
export function notice({ quiet, format }: Output, text: string): void {
  if (!quiet && format !== 'json' && format !== 'jsonl') process.stderr.write(`${inert(text)}\n`);
}

/**
 * A reader that has seen enough (`| head -1`) ends the run quietly, as SIGPIPE ends other programs; any other fault of
 * stdout, such as a full disk behind it, is an error like all others.
 */
export function watchStreams(fail: (error: unknown) => void): void {
  process.stdout.on('error', (error) => {
    if ('code' in error && error.code === 'EPIPE') exitNow(CLOSED_PIPE);
    fail(new FileError('Cannot write to stdout', error));
  });
  // Nobody is left to tell.
  process.stderr.on('error', () => undefined);
}
