/** The format of errors, read before anything else. This file imports nothing, so it also works in a Node that is too old. */

type ErrorFormat = 'text' | 'json' | 'jsonl';

/**
 * What the arguments and the environment ask for. Lenient, because reading the settings may be what failed.
 *
 * @param args without what stands behind `--`
 */
export function askedFormat(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ErrorFormat {
  const named = args
    .map((arg, i) => (/^(?:--output|-o)$/.test(arg) ? args[i + 1] : /^(?:--output=|-o)(\w+)$/.exec(arg)?.[1]))
    .filter((value) => value !== undefined)
    .pop();
  if (args.includes('--jsonl')) return 'jsonl';
  if (args.includes('--json')) return 'json';
  const asked = named ?? env.AUDIT_OUTPUT;
  return asked === 'json' || asked === 'jsonl' ? asked : 'text';
}

/** The arguments that are read as options: those before `--`. */
export function beforeDashes(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end < 0 ? argv : argv.slice(0, end);
}
