/** The progress of an audit as callers see it: a line for each category that is decided. */
import type { AuditEvent } from '../audit.ts';
import { checks } from '../checks/index.ts';
import { CATEGORIES, type CategoryId } from '../scorecard/schema.ts';
import type { AuditProgress } from './services.ts';

/** Turns the events of one audit into progress; `done` counts checks and never falls. */
export function auditProgress(
  target: string,
  tell: (progress: AuditProgress) => void,
): (event: AuditEvent) => void {
  const open = new Map<CategoryId, number>();
  const passed = new Map<CategoryId, number>();
  for (const { category } of checks) open.set(category, (open.get(category) ?? 0) + 1);
  return (event) => {
    if (event.type === 'started') {
      tell({ done: 0, total: event.total, message: `Auditing ${target}: ${event.total} checks` });
      return;
    }
    const { category, status } = event.result;
    const left = (open.get(category) ?? 0) - 1;
    open.set(category, left);
    if (status === 'pass') passed.set(category, (passed.get(category) ?? 0) + 1);
    if (left > 0) return;
    const name = CATEGORIES.find(({ id }) => id === category)?.name ?? category;
    tell({ done: event.done, total: event.total, message: `${name}: ${passed.get(category) ?? 0} pass` });
  };
}
