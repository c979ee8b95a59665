/** A clock that stands still, so that no test waits for a time limit, and none meets one that it does not want to meet. */
import { onTestFinished, vi } from 'vitest';

const { setTimeout: wake } = globalThis;
/** Sleeps by the machine's own clock. */
const sleep = (ms: number) => new Promise<void>((resolve) => void wake(resolve, ms));

/** Long enough for what was sent to be read, in milliseconds. */
export const settled = () => sleep(200);

/** Stops the timers of this process until the test is over; `pass` lets so many milliseconds pass at once. */
export function stopClock(): { pass(ms: number): void } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Its timers are not those of setTimeout.
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

/** Waits until something holds, for as long as a machine may need that has much else to do. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(20)) {
    if (await holds()) return true;
  }
  return false;
}
