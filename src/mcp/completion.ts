/** What clients are offered while a person types an argument. The SDK cuts the list at 100 and says that there is more. */
import { definitions } from '../definitions/index.ts';
import type { Library } from '../service-api.ts';

export type Complete = (typed: string | undefined) => Promise<string[]>;

/** Hosts of the catalog that begin with what was typed, the best first. */
export function hosts(library: Library): Complete {
  return async (typed = '') => {
    const sites = await library.sites();
    return beginning(
      typed,
      sites.map(({ host }) => host),
    );
  };
}

/** Returns the check ids that begin with `typed`, in the order of the definitions. */
export async function checkIds(typed = ''): Promise<string[]> {
  return beginning(
    typed,
    definitions.map(({ id }) => id),
  );
}

function beginning(typed: string, values: readonly string[]): string[] {
  const start = typed.trim().toLowerCase();
  return values.filter((value) => value.startsWith(start));
}
