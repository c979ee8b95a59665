import { expect, it } from 'vitest';
import { envelopeFor } from '../testing/envelopes.ts';
import { platformAsked } from '../view/platforms.ts';
import { sitePlan, taskText } from './task.ts';
import { demoLibrary } from './testing/services.ts';

const library = demoLibrary('https://catalog.example', {
  envelopes: new Map(),
} as unknown as Parameters<typeof demoLibrary>[1]);
const envelope = envelopeFor({
  verdict: ({ id }) =>
    ['robots', 'sitemap', 'mcp-initialize', 'mcp-tools-list'].includes(id)
      ? { status: 'absent', evidence: `https://site.example/${id} -> 404` }
      : { status: 'pass', evidence: 'x' },
});
const nginx = [platformAsked('nginx')].flatMap((one) => one ?? []);

it('is an item a change, with what was seen and the documents, in which the site is named', async () => {
  const text = taskText(await sitePlan(library, envelope, nginx), 20_000);
  expect(Array.from(text.matchAll(/^\d+\. \*\*(.*)\*\*/gm), ([, title]) => title)).toEqual([
    'The MCP server',
    'The sitemap',
    'robots.txt',
  ]);
  expect(text).toContain('mcp-initialize: /mcp-initialize -> 404\nmcp-tools-list: /mcp-tools-list -> 404\n');
  expect(text).toMatch(/Write robots\.txt, whole\.[\s\S]*\nSitemap: https:\/\/site\.example\/sitemap\.xml\n/);
  expect(text).toContain('Steps are for nginx');
});

it('tells of all what was seen before it has steps for some, and names all where there is no room', async () => {
  const plan = await sitePlan(library, envelope, nginx);
  const texts = Array.from({ length: 40 }, (_, i) => taskText(plan, 1_000 + i * 100));
  const [tiny = ''] = texts;
  expect(tiny).not.toContain('<<<UNTRUSTED-EVIDENCE\n');
  const withSteps = texts.filter((text) => text.includes('### nginx'));
  expect(withSteps.length).toBeGreaterThan(0);
  for (const text of withSteps) expect(text.split('<<<UNTRUSTED-EVIDENCE\n')).toHaveLength(4);
  for (const id of ['robots', 'sitemap', 'mcp-initialize', 'mcp-tools-list'])
    expect(tiny).toContain(`\`${id}\``);
});

it('has the steps for what the audit saw where nothing is named', async () => {
  const platforms = [{ id: 'nginx', by: 'Server: nginx' }];
  const seen = { ...envelope, scorecard: { ...envelope.scorecard, platforms } };
  const text = taskText(await sitePlan(library, seen, []), 20_000);
  expect(text).toContain(
    'Steps are for nginx, recognised by Server: nginx; the argument platforms names others.',
  );
  expect(text).toContain('### nginx');
  const apache = [platformAsked('apache')].flatMap((one) => one ?? []);
  expect(taskText(await sitePlan(library, seen, apache), 20_000)).not.toContain('### nginx');
});

it('says so where nothing fails', async () => {
  expect(taskText(await sitePlan(library, envelopeFor(), []), 9_000)).toContain('Nothing to fix');
});
