/** What a command of the program is made of. */
import { Argument, type Command } from 'commander';
import type { Session } from '../context.ts';
import type { CommandName } from '../examples.ts';
import { type Run, runOf } from '../run.ts';
import { refusedSetting, type Settings } from '../settings.ts';

interface Description<S extends Settings> {
  readonly name: CommandName;
  /** Its arguments, as commander reads them: `[target]`. */
  readonly args: readonly Argument[];
  readonly summary: string;
  readonly description: string;
  readonly writes?: true;
  readonly settings: S;
  /** The headings above its options. */
  readonly groups?: Readonly<Record<string, Settings>>;
}

/** Where a command runs. */
interface Place {
  readonly session: Session;
  readonly root: Command;
}

export interface CommandDefinition extends Description<Settings> {
  readonly perform: (command: Command, args: readonly string[], place: Place) => Promise<void>;
}

/** @param given `run` reads the settings; what does not call it works whatever the environment says (p6-should-tier-gating) */
export function define<S extends Settings>(
  given: Description<S> & {
    readonly action: (run: () => Promise<Run<S>>, args: readonly string[], place: Place) => Promise<void>;
  },
): CommandDefinition {
  const { action, ...description } = given;
  return {
    ...description,
    perform: (command, args, place) =>
      action(() => runOf(command, given.settings, place.session), args, place),
  };
}

/** An argument from a closed set; a value outside it is answered with the set. */
export function choiceArgument(name: string, description: string, choices: readonly string[]): Argument {
  return new Argument(name, description).choices(choices).argParser((value: string) => {
    if (choices.includes(value)) return value;
    const what = `takes one of ${choices.join(', ')}`;
    throw refusedSetting({ name, kind: 'usage' }, what, value, { allowed: choices });
  });
}

/** The value that `choiceArgument` has let through, as a member of its set. */
export function memberOf<T extends string>(choices: readonly [T, ...T[]], value: string | undefined): T {
  return choices.find((one) => one === value) ?? choices[0];
}
