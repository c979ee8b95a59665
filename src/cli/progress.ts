/** The progress line of an audit: one line on stderr, on a terminal only, gone when the audit ends. */
import type { AuditEvent } from '../audit.ts';
import { plain } from '../parse/text.ts';
import { type Output, widthOf } from './output.ts';

const ERASE_LINE = '\r\u001b[2K';
const BAR = 20;

let shown = false;

/** Takes the progress line away, so that other text can stand in its place. */
export function clearProgress(): void {
  if (shown) process.stderr.write(ERASE_LINE);
  shown = false;
}

/** Draws the progress line, where one may be drawn. */
export function drawProgress(output: Output, target: string, done: number, total: number): void {
  const may =
    process.stderr.isTTY === true && output.interactive && !output.quiet && process.env.TERM !== 'dumb';
  if (!may) return;
  process.stderr.write(`${ERASE_LINE}${progressLine(target, done, total, widthOf(process.stderr))}`);
  shown = true;
}

/** Shows events as they come: the progress line, and with `--verbose` each verdict. */
export function progressOf(output: Output): (event: AuditEvent) => void {
  let target = '';
  return (event) => {
    if (event.type === 'started') target = event.target;
    if (event.type === 'check' && output.verbose) {
      clearProgress();
      const { status, id, evidence } = event.result;
      process.stderr.write(`${status.padEnd(12)} ${id.padEnd(26)} ${plain(evidence, 200)}\n`);
    }
    drawProgress(output, target, event.type === 'check' ? event.done : 0, event.total);
  };
}

/** `Auditing example.com  ██████░░░░  20/70` in at most `width` columns. */
export function progressLine(target: string, done: number, total: number, width: number): string {
  const full = total === 0 ? BAR : Math.round((BAR * done) / total);
  const bar = '█'.repeat(full) + '░'.repeat(BAR - full);
  const text = `Auditing ${plain(target, 60)}  ${bar}  ${done}/${total}`;
  return text.length < width ? text : text.slice(0, Math.max(0, width - 1));
}
