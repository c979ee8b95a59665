import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue/index.ts';
import { CATEGORIES } from '../catalogue/vocabulary.ts';
import { SCHEMA_VERSION, SPEC_VERSION } from '../versions.ts';
import contract from './catalogue.json' with { type: 'json' };

/** The contract itself, which stands beside the checkout where the project is worked on. */
const SOURCE = new URL('../../../shared/contract/', import.meta.url);
/** What the copies are, for clones where the contract itself is not at hand: whoever takes over a new one changes these too. */
const COPIES = [
  ['catalogue.json', '7a6e8e5e5c904059681a06fa74b2da4d45147830cd0dddca0fce3d8b93ecb202'],
  ['scorecard.schema.json', '12ccf59362a2ef26dbae5fb6cb1026ee219fa2891a2a859680d2fe1cd59b08c2'],
] as const;

const digest = (file: URL) => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('the vendored contract', () => {
  it.each(COPIES)('%s is the contract as it was taken over', (name, expected) => {
    expect(digest(new URL(name, import.meta.url))).toBe(expected);
    const source = new URL(name, SOURCE);
    expect(existsSync(source) ? digest(source) : expected, 'the contract beside the checkout').toBe(expected);
  });

  it('names the versions and categories that the code has', () => {
    expect(contract).toMatchObject({ spec_version: SPEC_VERSION, schema_version: SCHEMA_VERSION });
    expect(contract.categories).toEqual(CATEGORIES);
  });

  it('has the checks of the catalogue, each with its category, level, principle and what makes it pass', () => {
    const ours = catalogue.map(({ id, category, keyword, principle, passesWhen }) => ({
      id,
      category,
      keyword,
      principle,
      passes_when: passesWhen,
    }));
    const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
    expect(ours.toSorted(byId)).toEqual(
      contract.checks
        .map(({ id, category, keyword, principle, passes_when }) => ({
          id,
          category,
          keyword,
          principle,
          passes_when,
        }))
        .toSorted(byId),
    );
  });
});
