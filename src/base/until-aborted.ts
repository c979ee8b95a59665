/**
 * Waits for a promise until `signal` aborts. A signal from `AbortSignal.timeout` does not keep Node running during the wait.
 * @throws the signal's reason, or the promise's rejection
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
