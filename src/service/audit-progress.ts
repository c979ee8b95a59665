/** The progress of an audit as callers see it: a line for each category that is decided. */
import type { AuditEvent } from '../audit.ts';
import { definitions } from '../definitions/index.ts';
import { CATEGORIES, type CategoryId } from '../definitions/vocabulary.ts';
import type { Result } from '../scorecard/schema.ts';
import type { AuditProgress } from '../service-api.ts';
import { categoryCount } from '../view/partial.ts';

/** Turns the events of one audit into progress; `done` counts checks and never falls. */
export function auditProgress(
  target: string,
  tell: (progress: AuditProgress) => void,
): (event: AuditEvent) => void {
  const open = new Map<CategoryId, number>();
  const decided = new Map<CategoryId, Result[]>();
  for (const { category } of definitions) open.set(category, (open.get(category) ?? 0) + 1);
  return (event) => {
    if (event.type === 'started') {
      tell({ done: 0, total: event.total, message: `Auditing ${target}: ${event.total} checks` });
      return;
    }
    const { category } = event.result;
    const own = [...(decided.get(category) ?? []), event.result];
    decided.set(category, own);
    const left = (open.get(category) ?? 0) - 1;
    open.set(category, left);
    if (left > 0) return;
    const name = CATEGORIES.find(({ id }) => id === category)?.name ?? category;
    tell({ done: event.done, total: event.total, message: `${name}: ${countOf(own)}` });
  };
}

function countOf(own: readonly Result[]): string {
  const counted = own.filter(({ status }) => status !== 'n_a').length;
  return categoryCount({ passed: own.filter(({ status }) => status === 'pass').length, counted }, own);
}
