import { describe, expect, it } from 'vitest';
import { SCHEMA_VERSION, SPEC_VERSION } from '../../base/versions.ts';
import { definitions } from '../check-texts/index.ts';
import { CATEGORIES } from '../check-texts/vocabulary.ts';
import contract from './catalogue.json' with { type: 'json' };

describe('the vendored contract', () => {
  it('names the versions and categories that the code has', () => {
    expect(contract).toMatchObject({ spec_version: SPEC_VERSION, schema_version: SCHEMA_VERSION });
    expect(contract.categories).toEqual(CATEGORIES);
  });

  it('has the checks of the catalogue, each with its category, level, principle and what makes it pass', () => {
    const ours = definitions.map(({ id, category, keyword, principle, passesWhen }) => ({
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
