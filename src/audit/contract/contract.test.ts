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

  // `passes_when` is not compared: the catalogue's sentences are older than the rules of the checks, and some contradict them.
  it('has the checks of the catalogue, each with its category, level and principle', () => {
    const listed = ({
      id,
      category,
      keyword,
      principle,
    }: Omit<(typeof contract.checks)[number], 'passes_when'>) =>
      `${id}: ${category}, ${keyword}, ${principle}`;
    expect(definitions.map(listed).toSorted()).toEqual(contract.checks.map(listed).toSorted());
  });
});
