/** The content of each file besides the target's name: BENCH_BYTES bytes. */
export const FILLER = 'some words '.repeat(Math.ceil(Number(process.env.BENCH_BYTES ?? 0) / 11));

export function getStaticPaths() {
  const count = Number(process.env.BENCH_TARGETS);
  return Array.from({ length: count }, (_, i) => ({ params: { target: `site-${i}.example` } }));
}
