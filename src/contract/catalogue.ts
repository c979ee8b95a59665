/** The contract's catalogue: every check's id, category, level, principle and what makes it pass. */
import catalogue from './catalogue.json' with { type: 'json' };

/** One check, as the contract has it. */
export interface CatalogueEntry {
  readonly id: string;
  readonly category: string;
  readonly keyword: string;
  readonly principle: string;
  /** Markdown: it marks code by backticks. */
  readonly passes_when: string;
}

export const catalogueEntries: readonly CatalogueEntry[] = catalogue.checks;

const byId = new Map(catalogueEntries.map((entry) => [entry.id, entry]));

/** What makes a check pass, in a sentence; `undefined` for an id that the contract does not have. */
export function passesWhen(id: string): string | undefined {
  return byId.get(id)?.passes_when;
}
