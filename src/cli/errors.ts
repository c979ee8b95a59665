/** The errors of the command line. Only this file turns errors into text or JSON. */
import { styleText } from 'node:util';
import type { CommanderError } from 'commander';
import { AuditError, type ErrorKind } from '../base/errors.ts';
import { forTerminal, jsonText } from '../base/escape.ts';
import { LONGEST_NAME, nearest, plainLines } from '../base/text.ts';

/** An error of the command line. `allowed` lists the valid values. `missing` lists requests that a HAR file does not contain. */
export class CliError extends AuditError {
  readonly allowed: readonly string[] | undefined;
  readonly missing: readonly string[] | undefined;

  constructor(
    kind: ErrorKind,
    message: string,
    options: {
      readonly hint?: string | undefined;
      readonly quote?: string | undefined;
      readonly allowed?: readonly string[] | undefined;
      readonly missing?: readonly string[] | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(kind, message, options);
    this.name = 'CliError';
    this.allowed = options.allowed;
    this.missing = options.missing;
  }
}

/** Converts any thrown value to an error with a readable message. */
export function toAuditError(error: unknown): AuditError {
  if (error instanceof AuditError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new CliError('internal', `This is a bug in the auditor: ${detail.split('\n')[0] ?? ''}`, {
    hint: 'Run the command again with --verbose to see where it failed, and report it with the command you typed.',
    cause: error,
  });
}

/** Converts an error from commander's parser, so it is printed like all other errors. */
export function fromCommander(error: CommanderError, command: string): CliError {
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const suggestion = rest
    .join(' ')
    .trim()
    .replace(/^\((.*)\)$/, '$1');
  const message = `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.$/, '')}.`;
  const help = `Type ${command} --help to see what it takes.`;
  return new CliError('usage', message, { hint: suggestion === '' ? help : `${suggestion} ${help}` });
}

/** Longer lists of allowed values appear only in the JSON of an error, not in its text. The hint says how to print the list. */
const MOST_LISTED = 40;
/** The maximum length of an internal error's stack, in characters. */
const MAX_STACK = 10_000;

export interface ErrorStyle {
  readonly format: 'text' | 'json' | 'jsonl';
  readonly color: boolean;
  readonly verbose: boolean;
}

/** Returns an error as a JSON document. The schema is `failure` in documents.ts. */
export function errorDocument(error: AuditError): object {
  const { kind, message, hint, quote, details } = error;
  const { allowed, missing } = listsOf(error);
  return { error: true, kind, message, hint, quote, details, allowed, missing };
}

function listsOf(error: AuditError): Pick<CliError, 'allowed' | 'missing'> {
  return error instanceof CliError ? error : { allowed: undefined, missing: undefined };
}

/** Returns the text of an error for stderr. All errors go through this function. */
export function formatError(error: AuditError, style: ErrorStyle): string {
  if (style.format === 'json') return `${jsonText(errorDocument(error))}\n`;
  if (style.format === 'jsonl') return `${jsonText({ event: 'error', ...errorDocument(error) })}\n`;
  const { allowed, missing = [] } = listsOf(error);
  const lead = style.color ? styleText(['red', 'bold'], 'error:', { validateStream: false }) : 'error:';
  const lines = [`${lead} ${safe(error.message)}`];
  if (error.hint !== undefined) lines.push(safe(error.hint));
  if (error.quote !== undefined) lines.push(`Seen: ${forTerminal(error.quote)}`);
  lines.push(...missing.map((request) => `  ${forTerminal(request)}`));
  if (allowed !== undefined && allowed.length <= MOST_LISTED) lines.push(`Allowed: ${allowed.join(', ')}`);
  if (style.verbose && error.kind === 'internal' && error.cause instanceof Error) {
    lines.push(plainLines(error.cause.stack ?? '', MAX_STACK));
  }
  return `${lines.join('\n')}\n`;
}

/** Escapes a message, which may quote the audited site, but keeps its line breaks. */
function safe(text: string): string {
  return text
    .split('\n')
    .map((line) => forTerminal(line))
    .join('\n');
}

interface UnknownName {
  readonly kind: ErrorKind;
  readonly message: (printable: string) => string;
  readonly name: string;
  readonly allowed: readonly string[];
  /** What to do instead. The error prints it after the suggestion of similar names. */
  readonly hint?: string;
}

export function unknownName({ kind, message, name, allowed, hint }: UnknownName): CliError {
  const near = nearest(name, allowed);
  const parts = [
    ...(near.length === 0 ? [] : [`Did you mean ${near.join(' or ')}?`]),
    ...(hint === undefined ? [] : [hint]),
  ];
  const advice = parts.length === 0 ? undefined : parts.join(' ');
  return new CliError(kind, message(shownName(name)), { hint: advice, allowed });
}

/** Prepares text that the user typed for a message: shortens it, and replaces control and invisible characters with `?`. */
export function shownName(typed: string): string {
  return printable(typed.slice(0, LONGEST_NAME));
}

/** Replaces control and invisible characters with `?`. */
export function printable(typed: string): string {
  return typed.replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '?');
}
