/** What can be completed, read from the program itself: the scripts always match the program. */
import type { Command, Option } from 'commander';
import { CATEGORIES } from '../../definitions/vocabulary.ts';
import { EXPLAIN, FIX } from '../options/fix.ts';
import { AUDIT, CHECKS, COMPARE, GLOBAL, INIT, SKILL_INSTALL } from '../options.ts';
import type { Setting } from '../settings.ts';

/**
 * What may follow an option or stand as an argument: one of some words, a list of them (`a,b`), files by such words
 * (`a=file,b=file`), a file, a folder, or what cannot be known.
 */
export type Candidates =
  | { readonly kind: 'words' | 'list' | 'files-by-word'; readonly words: readonly string[] }
  | { readonly kind: 'file' | 'folder' | 'unknown' };

export interface OptionModel {
  /** `--output`, and `-o` where there is a short form. */
  readonly names: readonly string[];
  readonly description: string;
  /** What follows it; `undefined` for a switch. */
  readonly value: Candidates | undefined;
}

export interface CommandModel {
  /** Its words: `` for the program itself, `explain`, `skill install`. */
  readonly path: string;
  readonly subcommands: readonly { readonly name: string; readonly summary: string }[];
  readonly options: readonly OptionModel[];
  readonly argument: Candidates;
}

const SETTINGS: readonly Setting<unknown>[] = [
  GLOBAL,
  AUDIT,
  CHECKS,
  COMPARE,
  INIT,
  SKILL_INSTALL,
  EXPLAIN,
  FIX,
].flatMap((table) => Object.values<Setting<unknown>>(table));

/** Every command of the program, the program itself first. */
export function modelOf(root: Command, checkIds: readonly string[]): CommandModel[] {
  const globals = optionsOf(root, checkIds);
  const audit = root.commands.find((one) => one.name() === 'audit');
  const visit = (command: Command, path: string): CommandModel[] => {
    const own = command === root ? optionsOf(audit ?? root, checkIds) : optionsOf(command, checkIds);
    const children = command.commands;
    return [
      {
        path,
        subcommands: children.map((child) => ({ name: child.name(), summary: child.summary() })),
        options: [...own, ...globals, HELP],
        argument: argumentOf(command, checkIds),
      },
      ...children.flatMap((child) => visit(child, path === '' ? child.name() : `${path} ${child.name()}`)),
    ];
  };
  return visit(root, '');
}

const HELP: OptionModel = { names: ['--help', '-h'], description: 'print this help', value: undefined };

function optionsOf(command: Command, checkIds: readonly string[]): OptionModel[] {
  return command.options.map((option) => ({
    names: [option.long, option.short].filter((name) => name !== undefined),
    description: option.description.split(/\s\((?:one of|default:)/, 1)[0] ?? '',
    value: candidatesOf(option, checkIds),
  }));
}

function candidatesOf(option: Option, checkIds: readonly string[]): Candidates | undefined {
  const placeholder = /<([^<>]+)>/.exec(option.flags)?.[1];
  if (placeholder === undefined) return undefined;
  if (placeholder === 'checks') {
    return { kind: 'list', words: [...CATEGORIES.map(({ id }) => id), ...checkIds] };
  }
  const setting = SETTINGS.find(({ flags }) => flags === option.flags);
  if (setting?.choices !== undefined) {
    const kind = placeholder.endsWith('=path') ? 'files-by-word' : setting.repeatable ? 'list' : 'words';
    return { kind, words: setting.choices };
  }
  if (setting?.suggested !== undefined) return { kind: 'words', words: setting.suggested };
  return { kind: placeholder === 'file' || placeholder === 'folder' ? placeholder : 'unknown' };
}

function argumentOf(command: Command, checkIds: readonly string[]): Candidates {
  const [argument] = command.registeredArguments;
  if (argument === undefined) return { kind: 'unknown' };
  if (argument.argChoices !== undefined) return { kind: 'words', words: argument.argChoices };
  switch (argument.name()) {
    case 'check':
      return { kind: 'words', words: checkIds };
    case 'command':
      return { kind: 'words', words: command.parent?.commands.map((one) => one.name()) ?? [] };
    case 'from':
    case 'scorecard':
      return { kind: 'file' };
    default:
      return { kind: 'unknown' };
  }
}

/** Every option that takes a value, once: a name means the same in all commands. */
export function valuedOptions(
  model: readonly CommandModel[],
): (OptionModel & { readonly value: Candidates })[] {
  const byName = new Map<string, OptionModel & { readonly value: Candidates }>();
  for (const { options } of model) {
    for (const { names, description, value } of options) {
      if (value !== undefined) byName.set(names.join(), { names, description, value });
    }
  }
  return [...byName.values()];
}
