/** The manual page of the program, made from the program itself (man-pages(7); the macros are those of groff_man(7)). */
import type { Command, Option } from 'commander';
import { EXIT_CODES } from './errors.ts';
import { EXAMPLES } from './examples.ts';
import { argumentTerm } from './help.ts';
import { AUDIT_GROUPS } from './options.ts';

/** The page for section 1, as `man -l` reads it, ending in a line feed. */
export function manualPage(root: Command): string {
  const name = root.name();
  const commands = commandsBelow(root, '');
  const audit = commands.find(({ words }) => words === 'audit')?.command ?? root;
  return [
    `.TH ${[name.toUpperCase(), '1', '', `${name} ${root.version() ?? ''}`].map(quoted).join(' ')}`,
    // No hyphens are put into words, which may be typed, and lines are not stretched.
    '.nh',
    '.ad l',
    section('NAME'),
    `${text(name)} \\- audits how ready a web site is for AI agents`,
    section('SYNOPSIS'),
    `.B ${text(name)}`,
    `${italic('target')} [${italic('option')} ...]`,
    '.br',
    `.B ${text(name)}`,
    `${italic('command')} [${italic('argument')} ...] [${italic('option')} ...]`,
    section('DESCRIPTION'),
    paragraphs(root.description()),
    ...Object.keys(AUDIT_GROUPS).flatMap((heading) => [
      section(heading.replace(/:$/, '')),
      ...audit.options.filter((option) => option.helpGroupHeading === heading).map(tagged),
    ]),
    section('Options of every command'),
    ...root.options.map(tagged),
    section('COMMANDS'),
    ...commands.flatMap(({ words, command }) => [
      `.SS ${quoted([words, ...command.registeredArguments.map(argumentTerm)].join(' '))}`,
      paragraphs(command.description()),
      ...(command === audit ? [] : command.options.map(tagged)),
    ]),
    section('EXIT STATUS'),
    ...EXIT_CODES.flatMap(({ code, meaning }) => ['.TP', `.B ${code}`, text(meaning)]),
    section('ENVIRONMENT'),
    paragraphs(
      'Each option has an environment variable, which stands behind it above: env. The option itself counts first. 0 and false turn a switch off.',
    ),
    section('EXAMPLES'),
    ...Object.values(EXAMPLES)
      .flat()
      .flatMap(({ title, person }) => ['.TP', text(title), `.B ${text(`${name} ${person}`)}`]),
    '',
  ].join('\n');
}

interface Named {
  readonly words: string;
  readonly command: Command;
}

/** Every command that does something, by the words that call it. */
function commandsBelow(parent: Command, before: string): Named[] {
  return parent.commands.flatMap((command) => {
    const words = `${before}${command.name()}`;
    return command.commands.length > 0 ? commandsBelow(command, `${words} `) : [{ words, command }];
  });
}

function tagged({ flags, description }: Option): string {
  return `.TP\n.B ${text(flags)}\n${text(description)}`;
}

function section(heading: string): string {
  return `.SH ${quoted(heading.toUpperCase())}`;
}

function paragraphs(prose: string): string {
  return prose
    .split(/\n+/)
    .map((one) => text(one))
    .join('\n.PP\n');
}

function italic(word: string): string {
  return `\\fI${text(word)}\\fR`;
}

/** An argument of a macro. */
function quoted(words: string): string {
  return `"${text(words).replaceAll('"', '\\(dq')}"`;
}

/** Text as it stands in the source of a page: nothing in it is a request, and hyphens can be copied. */
function text(words: string): string {
  return words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^[.']/, '\\&$&')
    .replace(/[^\n -~]/gu, (char) => `\\[u${codePoint(char)}]`);
}

function codePoint(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
