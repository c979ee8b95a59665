/** The forecast of a brief is true: what an audit finds once the brief is followed, without any of the site's own code. */
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEMO_SITES } from '../../demo/index.ts';
import { serveDemo } from '../../demo/server.ts';
import { journey } from './journey.ts';

it.each(DEMO_SITES.map((site) => [site.name, site] as const))(
  'reaches the forecast of the demo site %s',
  async (_, site) => {
    await using served = await serveDemo(site);
    const { faults, markdown, brief } = await journey(served.url);
    console.log(site.name, brief.now, brief.then, brief.withApi, markdown.length);
    if (process.env.SHOW === site.name) for (const p of brief.parts) console.log('PART', p.id, 'text', p.text.length, 'evidence', p.evidence.join('\n').length, p.evidence.length, 'ids', [...p.fails, ...p.begins].length);
    if (process.env.OUT) writeFileSync(`/tmp/${site.name}.md`, markdown);
    expect(faults).toEqual([]);
  },
);
