/** Selects the checks to run: `--only` and `--skip`. */

import { definitions } from '../audit/check-texts/index.ts';
import { CATEGORIES } from '../audit/check-texts/vocabulary.ts';
import { CliError, unknownName } from './errors.ts';
import type { SettingSource } from './settings.ts';

interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly sources: { readonly only: SettingSource; readonly skip: SettingSource };
  /** The names that messages use for the two options. Default: the flags. */
  readonly names?: typeof FLAGS;
  readonly program: string;
}

const FLAGS: Readonly<Record<'only' | 'skip', string>> = { only: '--only', skip: '--skip' };

/**
 * Returns the ids of the checks to run; `undefined` for all. Names are ids of checks or categories, in upper or lower case.
 * @throws CliError for an unknown name, or if no check is left to run
 */
export function selectChecks(selection: Selection): readonly string[] | undefined {
  const { only, skip, sources, names = FLAGS } = selection;
  if (only.length === 0 && skip.length === 0) return undefined;
  const expand = (typed: readonly string[], key: 'only' | 'skip') =>
    typed.flatMap((name) => named(name, key, selection));
  const wanted = only.length === 0 ? definitions.map(({ id }) => id) : expand(only, 'only');
  const unwanted = new Set(expand(skip, 'skip'));
  const selected = [...new Set(wanted)].filter((id) => !unwanted.has(id));
  if (selected.length === 0) {
    throw new CliError(
      'usage',
      `No checks are left to run: ${names.skip} leaves out everything that ${names.only} selects.`,
      {
        hint:
          sources.skip === 'config'
            ? 'The configuration skips them. Pass --no-config, or --skip with what to leave out instead.'
            : `Name fewer checks in ${names.skip}.`,
      },
    );
  }
  return selected;
}

function named(name: string, key: 'only' | 'skip', { sources, names = FLAGS, program }: Selection): string[] {
  const wanted = name.toLowerCase();
  const category = CATEGORIES.some(({ id }) => id === wanted);
  const found = definitions.filter((check) => (category ? check.category === wanted : check.id === wanted));
  if (found.length > 0) return found.map(({ id }) => id);
  // The name comes from a flag or a variable, because the schema of the configuration rejects unknown names.
  const fromEnv = sources[key] === 'env';
  const where = fromEnv ? `AUDIT_${key.toUpperCase()}` : names[key];
  throw unknownName({
    kind: fromEnv ? 'configuration' : 'usage',
    message: (printable) => `${where} takes ids of checks or categories, and “${printable}” is neither.`,
    name,
    allowed: [...CATEGORIES.map(({ id }) => id), ...definitions.map(({ id }) => id)],
    hint: `Type ${program} checks to see them all.`,
  });
}
