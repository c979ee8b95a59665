/** What each form of a target has beside its name: as many bytes as BENCH_BYTES says. */
export const FILLER = 'some words '.repeat(Math.ceil(Number(process.env.BENCH_BYTES ?? 0) / 11));

/** As many targets as BENCH_TARGETS says. */
export function getStaticPaths() {
  const count = Number(process.env.BENCH_TARGETS);
  return Array.from({ length: count }, (_, i) => ({ params: { target: `site-${i}.example` } }));
}
