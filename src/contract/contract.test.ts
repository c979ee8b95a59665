import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CATEGORIES } from '../scorecard/schema.ts';
import { SCHEMA_VERSION, SPEC_VERSION } from '../versions.ts';
import catalogue from './catalogue.json' with { type: 'json' };
import { catalogueEntries, passesWhen } from './catalogue.ts';

/** The contract itself, which stands beside the checkout where the project is worked on. */
const SOURCE = new URL('../../../shared/contract/', import.meta.url);
const COPIES = ['catalogue.json', 'scorecard.schema.json'];

describe('the vendored contract', () => {
  it('is the contract, byte for byte, where that lies beside the checkout', () => {
    for (const name of existsSync(SOURCE) ? COPIES : []) {
      const copy = readFileSync(new URL(name, import.meta.url), 'utf8');
      expect(copy, name).toBe(readFileSync(new URL(name, SOURCE), 'utf8'));
    }
  });

  it('names the versions and categories that the code has', () => {
    expect(catalogue).toMatchObject({ spec_version: SPEC_VERSION, schema_version: SCHEMA_VERSION });
    expect(catalogue.categories).toEqual(CATEGORIES);
  });

  it('says what makes each check pass', () => {
    expect(catalogueEntries).toHaveLength(65);
    expect(passesWhen('robots')).toBe('`/robots.txt` answers 200.');
    expect(passesWhen('no-such-check')).toBeUndefined();
  });
});
