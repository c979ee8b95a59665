/** The progress of several audits: one line on a terminal, and with `--verbose` a line for each that has ended. */
import { forTerminal } from '../../render/escape.ts';
import { type AuditedSite, stateOf } from '../../view/audits.ts';
import type { Output } from '../output.ts';
import { drawProgress } from '../progress.ts';

interface ManyProgress {
  /** @param name of a target */
  started(name: string): void;
  ended(site: AuditedSite): void;
}

/** @param total how many sites are audited */
export function progressOfMany(output: Output, total: number): ManyProgress {
  const running = new Set<string>();
  let done = 0;
  const draw = () => drawProgress(output, [...running].join(', '), done, total);
  return {
    started(name) {
      running.add(name);
      draw();
    },
    ended(site) {
      running.delete(site.target);
      done += 1;
      if (output.verbose) {
        output.session.err(`${`${done}/${total}`.padEnd(9)} ${site.target}: ${forTerminal(stateOf(site))}\n`);
      }
      draw();
    },
  };
}
