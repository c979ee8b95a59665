/** As many targets as BENCH_TARGETS says. */
export function getStaticPaths() {
  const count = Number(process.env.BENCH_TARGETS);
  return Array.from({ length: count }, (_, i) => ({ params: { target: `site-${i}.example` } }));
}
