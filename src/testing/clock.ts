/** A stopped clock: no test waits for a time limit, or reaches one by accident. */
import { onTestFinished, vi } from 'vitest';

const { setTimeout: wake } = globalThis;
/** Sleeps by the real clock. */
const sleep = (ms: number) => new Promise<void>((resolve) => void wake(resolve, ms));

/** Waits until sent data was read; the wait is long enough for that. */
export const settled = () => sleep(200);

/** Stops the timers of this process until the test ends; `pass` advances them by milliseconds. */
export function stopClock(): { pass(ms: number): void } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // AbortSignal.timeout does not use setTimeout.
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms);
    return controller.signal;
  });
  onTestFinished(() => {
    vi.useRealTimers();
    timeout.mockRestore();
  });
  return { pass: (ms) => void vi.advanceTimersByTime(ms) };
}

/** Polls until a condition holds, long enough for a busy machine. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(20)) {
    if (await holds()) return true;
  }
  return false;
}
