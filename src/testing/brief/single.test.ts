import { appendFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { journey } from './journey.ts';
import { SURFACES } from './surfaces.ts';
import { serveChoice } from './synthetic.ts';
const rows = Object.entries(SURFACES).flatMap(([surface, states]) => Object.keys(states).map((s) => [surface, s] as const)).filter(([a, b]) => process.env.ROW === undefined || `${a}/${b}`.startsWith(process.env.ROW));
it.each(rows)('%s %s', async (surface, state) => {
  await using site = await serveChoice({ [surface]: state });
  const { faults, markdown, brief } = await journey(site.url, site.siteType);
  if (process.env.SHOW) console.log(markdown);
  appendFileSync('/tmp/faults.txt', [`${surface}/${state} ${JSON.stringify(brief.then)} ${markdown.length}`, ...faults.map((f) => `    ${f.slice(0, 420)}`)].join('\n') + '\n');
  expect(faults).toEqual([]);
});

import { choiceOf } from './synthetic.ts';
const [from = 0, to = 0] = (process.env.SEEDS ?? '').split('-').map(Number);
const seeds = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
it.each(seeds)('seed %s', async (seed) => {
  const choice = choiceOf(seed);
  await using site = await serveChoice(choice);
  const { faults, markdown, brief } = await journey(site.url, site.siteType);
  if (process.env.SHOW) console.log(markdown);
  appendFileSync('/tmp/faults.txt', [`seed ${seed} ${JSON.stringify(brief.then)} ${markdown.length}`, ...(faults.length ? [`    ## ${JSON.stringify(choice)}`] : []), ...faults.map((f) => `    ${f.slice(0, 420)}`)].join('\n') + '\n');
  expect(faults).toEqual([]);
});
