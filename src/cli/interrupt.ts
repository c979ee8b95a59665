/** Ending at once: what must be undone when a signal, a closed pipe or a fault ends the run. */
import { constants } from 'node:os';

type Undo = () => void;

const pending = new Set<Undo>();

/** Registers what must be undone if the run ends here; synchronous. The answer takes it back. */
export function undoOnExit(undo: Undo): () => void {
  pending.add(undo);
  return () => pending.delete(undo);
}

/** Undoes what is pending and exits. */
export function exitNow(code: number): never {
  for (const undo of pending) undo();
  pending.clear();
  process.exit(code);
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** `onSignal` says what is to be said; then the run ends with 128 + the signal's number, as a shell would report it. */
export function watchSignals(onSignal: (signal: string) => void): void {
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      onSignal(signal);
      exitNow(128 + constants.signals[signal]);
    });
  }
}
