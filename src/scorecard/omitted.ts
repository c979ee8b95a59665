/**
 * A scorecard with failures only names the checks that it leaves out, by status, and of the others leaves out what their
 * definitions say. Reading it gives a result for every check again, and comparisons and forecasts come out as with the whole.
 */
import * as z from 'zod';
import { definitionOf, definitions } from '../definitions/index.ts';
import { isFailing } from '../definitions/vocabulary.ts';
import { remediationOf } from './remediation.ts';
import type { Remediation } from './schema.ts';

/** Stands for the evidence of a result that was left out. */
export const OMITTED_RESULT = 'left out of a file of failures';

const ids = z.array(z.string().max(100)).max(1000);
export const omittedSchema = z
  .object({ pass: ids, antecedent_unmet: ids, optional_absent: ids })
  .describe('Ids of the checks whose results are not here: they passed, or were n_a for one of two reasons.');

export type Omitted = z.infer<typeof omittedSchema>;

/** A result that is known by its status alone. */
interface Restored {
  readonly id: string;
  readonly label: string;
  readonly category: string;
  readonly keyword: string;
  readonly status: string;
  readonly na_reason?: string;
  readonly result: string;
  readonly evidence: string;
}

/** A result of which a file may leave out how it is fixed. */
interface Short {
  readonly id: string;
  readonly status: string;
  readonly evidence: string;
  readonly remediation?: Remediation | undefined;
}

/**
 * The results of a file with what it leaves out, in the order of the check definitions; as they are where it leaves out none.
 *
 * @param baseUrl of the catalog, without a slash at the end
 */
export function withOmitted<T extends Short>(
  results: readonly T[],
  omitted: unknown,
  baseUrl: string,
): (T | Restored)[] {
  const read = omittedSchema.safeParse(omitted);
  if (!read.success) return [...results];
  const { pass, antecedent_unmet, optional_absent } = read.data;
  const there = new Set(results.map(({ id }) => id));
  const restored = [
    ...pass.map((id) => restoredResult(id, 'pass')),
    ...antecedent_unmet.map((id) => restoredResult(id, 'n_a', 'antecedent-unmet')),
    ...optional_absent.map((id) => restoredResult(id, 'n_a', 'optional-absent')),
  ].filter(({ id }) => !there.has(id));
  const told = results.map((one) => {
    const check = definitionOf(one.id);
    if (check === undefined || one.remediation !== undefined || !isFailing(one.status)) return one;
    return { ...one, remediation: remediationOf(check, one.evidence, baseUrl) };
  });
  return [...told, ...new Map(restored.map((one) => [one.id, one])).values()].toSorted(
    (a, b) => orderOf(a) - orderOf(b),
  );
}

const ORDER: ReadonlyMap<string, number> = new Map(definitions.map(({ id }, i) => [id, i]));

function orderOf({ id }: { readonly id: string }): number {
  return ORDER.get(id) ?? ORDER.size;
}

function restoredResult(id: string, status: string, na_reason?: string): Restored {
  const check = definitionOf(id);
  return {
    id,
    label: check?.label ?? id,
    category: check?.category ?? 'other',
    keyword: check?.keyword ?? 'unknown',
    status,
    ...(na_reason === undefined ? {} : { na_reason }),
    result: status,
    evidence: OMITTED_RESULT,
  };
}
