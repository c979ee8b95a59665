import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DEMO_SITES } from '../../app/demo/index.ts';
import { demoHost } from '../../app/demos.ts';
import { kindsIn, TARGET_CATEGORIES } from '../../audit/scorecard/record.ts';
import { parseTarget } from '../../audit/target.ts';
import { emptiedFolder } from '../../testing/shared.ts';
import { readTargets } from './targets.ts';

const LIST = fileURLToPath(new URL('../../../content/targets/', import.meta.url));

describe('the reviewed list', async () => {
  const targets = await readTargets(LIST);
  const real = targets.filter(({ demo }) => demo !== true);

  it('has at least 60 real sites, and some in every category', () => {
    expect(real.length).toBeGreaterThanOrEqual(60);
    for (const { id } of TARGET_CATEGORIES) {
      expect(targets.filter(({ category }) => category === id).length, id).toBeGreaterThanOrEqual(3);
    }
  });

  it('names each host once, in the form that the public service accepts', () => {
    expect(new Set(targets.map(({ host }) => host)).size).toBe(targets.length);
    for (const target of real) {
      expect(parseTarget(target.host, 'public').name).toBe(target.host);
      expect(target.url, target.host).toBeUndefined();
      expect(target.category).not.toBe('demo');
    }
  });

  it('describes each site in one sentence, and gives each a unique name', () => {
    for (const { host, description } of targets) expect(description, host).toMatch(/^[A-Z].*[^.]\.$/);
    expect(new Set(targets.map(({ name }) => name)).size).toBe(targets.length);
  });

  it('marks every demo site', () => {
    const demos = targets.filter(({ demo }) => demo === true);
    expect(demos.map(({ host }) => host)).toEqual(DEMO_SITES.map(demoHost).sort());
    for (const site of DEMO_SITES) {
      const target = demos.find(({ host }) => host === demoHost(site));
      expect(target).toMatchObject({ name: site.title, description: site.about, category: 'demo' });
    }
  });
});

describe('the reader', () => {
  const valid = {
    host: 'site.example',
    name: 'A site',
    description: 'A site for a test.',
    category: 'api',
  };
  const folder = emptiedFolder('targets');
  const write = (name: string, content: unknown) =>
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  const robots = { check: 'robots', reason: 'We do not want one.' };

  it('reports every error in every file at once, and the right file name', async () => {
    write('site.example.json', valid);
    write('a.example.json', { host: 'a.example', description: 'Short', category: 5, score: 100 });
    write('b.example.json', { ...valid, host: 'c.example:8080' });
    write('Site.example.json', { ...valid, host: 'Site.example' });
    write('d.example.json', { ...valid, host: 'd.example', url: 'http://other.example/' });
    write('e.example.json', {
      ...valid,
      host: 'e.example',
      waivers: [robots, robots, { check: 'none', reason: 'No reason at all.' }],
    });
    write('f.example.json', '{');
    const { message, kind } = await readTargets(folder).catch((error) => error);
    expect([kind, message.split('\n')]).toEqual([
      'configuration',
      [
        `6 files are not a valid target, in ${folder}:`,
        '  Site.example.json: its host must be written site.example',
        '  Site.example.json: its host is site.example, so the file must be named site.example.json',
        '  a.example.json: “name” is missing',
        '  a.example.json: “description” is shorter than 10 characters',
        '  a.example.json: “category” is of the type number, not string',
        '  a.example.json: Unrecognized key: "score"',
        '  b.example.json: its host is c.example:8080, so the file must be named c.example%3a8080.json',
        '  d.example.json: its host must be written other.example',
        '  d.example.json: its host is other.example, so the file must be named other.example.json',
        '  e.example.json: it waives “none”, which is not the id of a check',
        '  e.example.json: it waives robots twice',
        expect.stringMatching(/^ {2}f\.example\.json: .*JSON/),
      ],
    ]);
  });

  it('accepts waivers and custom categories', async () => {
    const target = { ...valid, category: 'Öffentliche Universities-2', waivers: [robots] };
    write('site.example.json', target);
    expect(await readTargets(folder)).toEqual([target]);
    await expect(readTargets(join(folder, 'none'))).rejects.toThrow(/no such folder/);
  });
});

it('lists suggested categories first, then custom ones', () => {
  expect(kindsIn(['Zoos', 'news', 'api', 'Archives', 'news'])).toEqual([
    { id: 'api', name: 'APIs' },
    { id: 'news', name: 'News' },
    { id: 'Archives', name: 'Archives' },
    { id: 'Zoos', name: 'Zoos' },
  ]);
});
