/** What clients are offered while a person types an argument. The SDK cuts the list at 100 and says that there is more. */
import type { Library } from '../service-api.ts';
import { PLATFORMS } from '../view/platforms.ts';

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

/** Ids of checks that begin with what was typed, in the check definitions's order. */
export function checkIds(library: Library): Complete {
  return async (typed = '') => {
    const { checks } = await library.checks();
    return beginning(
      typed,
      checks.map(({ id }) => id),
    );
  };
}

/** Ids of platforms that begin with the last that was typed, behind those before it. */
export async function platformIds(typed = ''): Promise<string[]> {
  const before = typed.slice(0, typed.lastIndexOf(',') + 1);
  const ids = beginning(
    typed.slice(before.length),
    PLATFORMS.map(({ id }) => id),
  );
  return ids.map((id) => before + id);
}

function beginning(typed: string, values: readonly string[]): string[] {
  const start = typed.trim().toLowerCase();
  return values.filter((value) => value.startsWith(start));
}
