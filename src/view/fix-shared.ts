/** Files that several fixes of a plan write to. */

/** What a fix writes. */
interface Writes {
  readonly stacks: readonly { readonly files: readonly string[] }[];
}

/** Files that an earlier fix writes to as well, with its number in the plan, from 1. */
export interface Shared {
  readonly number: number;
  readonly files: readonly string[];
}

/**
 * For each fix, what it has in common with those before it.
 *
 * @param apart files that a plan has once, for all fixes
 */
export function sharedFiles(fixes: readonly Writes[], apart: ReadonlySet<string> = new Set()): Shared[][] {
  const first = new Map<string, number>();
  return fixes.map(({ stacks }, i) => {
    const files = [...new Set(stacks.flatMap((one) => one.files))].filter((file) => !apart.has(file));
    const known = files.filter((file) => first.has(file));
    const shared = Map.groupBy(known, (file) => first.get(file) ?? 0);
    for (const file of files) if (!first.has(file)) first.set(file, i + 1);
    return [...shared].map(([number, of]) => ({ number, files: of }));
  });
}
