/** Writes the command's output for people and programs: streams, formats, color, width. */

import { forTerminal, jsonText } from '../base/escape.ts';
import { inert } from '../base/text.ts';
import { type Context, type Session, widthOf } from './context.ts';
import { beforeDashes, errorFormatOf } from './error-format.ts';
import { CliError, type ErrorStyle } from './errors.ts';
import type { GLOBAL, OutputFormat } from './options.ts';
import type { Resolved } from './settings.ts';

export interface Output {
  readonly session: Session;
  readonly format: OutputFormat;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** Whether the program may read from the terminal and draw a progress line. */
  readonly interactive: boolean;
  readonly text: { readonly color: boolean; readonly width: number };
}

/** @throws CliError for settings that contradict each other */
export function outputOf({ values, sources }: Resolved<typeof GLOBAL>, session: Session): Output {
  const { context } = session;
  const format = formatOf({ values, sources });
  return {
    session,
    format,
    quiet: values.quiet,
    verbose: values.verbose,
    interactive: !values.noInteractive,
    text: { color: useColor({ values, sources }, context), width: widthOf(context.stdout) },
  };
}

function formatOf({ values, sources }: Resolved<typeof GLOBAL>): OutputFormat {
  const typed = new Set<OutputFormat>([
    ...(sources.output === 'flag' ? [values.output] : []),
    ...(values.json ? (['json'] as const) : []),
    ...(values.jsonl ? (['jsonl'] as const) : []),
  ]);
  const [format = values.output, other] = typed;
  if (other === undefined) return format;
  throw new CliError('usage', `More than one output format was requested: ${[...typed].join(', ')}.`, {
    hint: 'Pass one of --output, --json, --jsonl.',
  });
}

/** Returns whether to use color. A flag decides, then the environment, then whether stdout is a terminal (no-color.org). */
function useColor(
  { values, sources }: Pick<Resolved<typeof GLOBAL>, 'values' | 'sources'>,
  { stdout, env }: Context,
): boolean {
  if (sources.color === 'flag') return true;
  if (sources.noColor === 'flag') return false;
  if (values.noColor) return false;
  if (sources.color === 'env') return values.color;
  return stdout.isTTY === true && mayColor(env);
}

function mayColor(env: Context['env']): boolean {
  return (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
}

/** Returns the style of errors, even if arguments or variables are invalid. */
export function errorStyle(argv: readonly string[], { env, stderr }: Context): ErrorStyle {
  const args = beforeDashes(argv);
  const on = (value: string | undefined) => /^(1|true|yes|on)$/i.test(value ?? '');
  const color =
    stderr.isTTY === true && !args.includes('--no-color') && !on(env.AUDIT_NO_COLOR) && mayColor(env);
  const verbose = args.includes('--verbose') || args.includes('-v') || on(env.AUDIT_VERBOSE);
  return { format: errorFormatOf(args, env), color, verbose };
}

export function requireFormat(output: Output, command: string, formats: readonly OutputFormat[]): void {
  if (formats.includes(output.format)) return;
  throw new CliError('usage', `${command} has no output format “${output.format}”.`, { allowed: formats });
}

interface Forms {
  readonly text: () => string;
  readonly md?: () => string;
  readonly document: () => unknown;
  /** Returns the lines of `jsonl` output. Default: the document as the only line. */
  readonly lines?: () => readonly unknown[];
}

/** @throws CliError `usage` for a format that the command does not support */
export function present(output: Output, command: string, forms: Forms): void {
  if (output.format === 'text') print(output, forms.text());
  else if (output.format === 'json') printJson(output, forms.document());
  else if (output.format === 'jsonl') {
    for (const line of forms.lines?.() ?? [forms.document()]) printJson(output, line);
  } else if (output.format === 'md' && forms.md !== undefined) print(output, forms.md());
  else
    requireFormat(output, command, [
      'text',
      'json',
      'jsonl',
      ...(forms.md === undefined ? [] : ['md' as const]),
    ]);
}

/** Writes text to stdout, escaped so that text quoted from a site cannot act as commands in a CI log. */
export function print(output: Output, text: string): void {
  printReport(output, inert(text));
}

/** Writes a report to stdout without escaping, because reports of the format `github` consist of CI commands. */
export function printReport({ session }: Output, text: string): void {
  session.out(text);
}

/** Writes a document to stdout: on one line for `jsonl`, otherwise indented. */
export function printJson(output: Output, document: unknown): void {
  printReport(output, jsonText(document, output.format === 'jsonl' ? undefined : 2));
}

/** Writes a notice to stderr, escaped because it may quote a site. Writes nothing with `--quiet` or if stderr must be JSON. */
export function notice({ session, quiet, format }: Output, text: string): void {
  if (quiet || format === 'json' || format === 'jsonl') return;
  const lines = text.split('\n').map((line) => (/^ */.exec(line)?.[0] ?? '') + forTerminal(line));
  session.err(`${lines.join('\n')}\n`);
}
