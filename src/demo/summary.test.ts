import { describe, expect, it } from 'vitest';
import { auditSite } from '../testing/serve.ts';
import { docs } from './docs.ts';
import { serveDemo } from './server.ts';
import { renderSummary } from './summary.ts';

describe('renderSummary', () => {
  it('names the site, both scores with what they mean, and what to fix', async () => {
    await using demo = await serveDemo(docs);
    const envelope = await auditSite(demo.url, { only: ['robots', 'llms-txt'] });
    const text = renderSummary(docs, envelope, { color: false, width: 80 });
    expect(text).toContain(`The Kiln Handbook`);
    expect(text).toContain(demo.url);
    expect(text).toMatch(/Of what applies +\d+% +The relative score/);
    expect(text).toMatch(/Of everything +\d+% +The global score/);
    expect(text).toMatch(/To change +\S/);
    expect(text).not.toContain('\u001b');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(renderSummary(docs, envelope, { color: true, width: 80 })).toContain('\u001b[1m');
  });
});
