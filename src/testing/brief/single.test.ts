import { expect, it } from 'vitest';
import { journey } from './journey.ts';
import { SURFACES } from './surfaces.ts';
import { serveChoice } from './synthetic.ts';
const rows = Object.entries(SURFACES).flatMap(([surface, states]) => Object.keys(states).map((s) => [surface, s] as const)).filter(([a, b]) => process.env.ROW === undefined || `${a}/${b}`.startsWith(process.env.ROW));
it.each(rows)('%s %s', async (surface, state) => {
  await using site = await serveChoice({ [surface]: state });
  const { faults, markdown, brief } = await journey(site.url, site.siteType);
  if (process.env.SHOW) console.log(markdown);
  console.log(surface, state, brief.then, markdown.length);
  expect(faults).toEqual([]);
});
