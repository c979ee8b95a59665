/** The progress line of an audit: one line on stderr, on a terminal only, gone when anything else is written. */
import type { AuditEvent } from '../audit.ts';
import { plain } from '../parse/text.ts';
import { widthOf } from './context.ts';
import type { Output } from './output.ts';

const BAR = 20;

/** Returns what draws the progress line as events come. */
export function progressOf(output: Output): (event: AuditEvent) => void {
  const { session, interactive, quiet } = output;
  let target = '';
  return (event) => {
    if (event.type === 'started') target = event.target;
    if (!session.hasScreen || !interactive || quiet) return;
    const done = event.type === 'check' ? event.done : 0;
    session.draw(progressLine(target, done, event.total, widthOf(session.context.stderr)));
  };
}

/** `Auditing example.com  ██████░░░░  20/70` in at most `width` columns. */
export function progressLine(target: string, done: number, total: number, width: number): string {
  const full = total === 0 ? BAR : Math.round((BAR * done) / total);
  const bar = '█'.repeat(full) + '░'.repeat(BAR - full);
  const text = `Auditing ${plain(target, 60)}  ${bar}  ${done}/${total}`;
  return text.length < width ? text : text.slice(0, Math.max(0, width - 1));
}
