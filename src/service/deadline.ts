/** Round trips that may not hang. */

/**
 * What `work` gives, as long as it is there in time.
 *
 * @param ms how long it may take, in milliseconds; the work itself is not ended
 * @throws Error where it was not, and whatever `work` rejects with
 */
export async function within<R>(work: Promise<R>, ms: number): Promise<R> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('it did not answer in time')), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
