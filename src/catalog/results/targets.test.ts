/** The reviewed list, and what its reader refuses. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DEMO_SITES } from '../../app/demo/index.ts';
import { demoHost } from '../../app/demos.ts';
import { TARGET_CATEGORIES } from '../../audit/scorecard/record.ts';
import { parseTarget } from '../../audit/target.ts';
import { emptiedFolder } from '../../testing/shared.ts';
import { readTargets } from './targets.ts';

const LIST = fileURLToPath(new URL('../../../content/targets/', import.meta.url));

describe('the reviewed list', async () => {
  const targets = await readTargets(LIST);
  const real = targets.filter(({ demo }) => demo !== true);

  it('has at least 60 real sites, some of every category', () => {
    expect(real.length).toBeGreaterThanOrEqual(60);
    for (const { id } of TARGET_CATEGORIES) {
      expect(targets.filter(({ category }) => category === id).length, id).toBeGreaterThanOrEqual(3);
    }
  });

  it('names each host once, as the public service takes it', () => {
    expect(new Set(targets.map(({ host }) => host)).size).toBe(targets.length);
    for (const target of real) {
      expect(parseTarget(target.host, 'public').name).toBe(target.host);
      expect(target.url, target.host).toBeUndefined();
      expect(target.category).not.toBe('demo');
    }
  });

  it('says what each site is in one sentence, and no two sites have one name', () => {
    for (const { host, description } of targets) expect(description, host).toMatch(/^[A-Z].*[^.]\.$/);
    expect(new Set(targets.map(({ name }) => name)).size).toBe(targets.length);
  });

  it('has every demo site, marked as one', () => {
    const demos = targets.filter(({ demo }) => demo === true);
    expect(demos.map(({ host }) => host)).toEqual(DEMO_SITES.map(demoHost).sort());
    for (const site of DEMO_SITES) {
      const target = demos.find(({ host }) => host === demoHost(site));
      expect(target).toMatchObject({ name: site.title, description: site.about, category: 'demo' });
    }
  });
});

describe('the reader refuses', () => {
  const valid = {
    host: 'site.example',
    name: 'A site',
    description: 'A site for a test.',
    category: 'api',
  };
  const folder = emptiedFolder('targets');
  it.each([
    ['a file of another name', { ...valid, host: 'other.example' }, /its host is other.example/],
    [
      'a waiver of an unknown check',
      { ...valid, waivers: [{ check: 'none', reason: 'No reason at all.' }] },
      /“none”/,
    ],
    [
      'a check waived twice',
      {
        ...valid,
        waivers: [
          { check: 'robots', reason: 'We do not want one.' },
          { check: 'robots', reason: 'We do not want one.' },
        ],
      },
      /twice/,
    ],
    ['an unknown field', { ...valid, score: 100 }, /score/],
    ['an address of another host', { ...valid, url: 'http://other.example/' }, /other.example/],
    ['an unknown category', { ...valid, category: 'food' }, /category/],
  ])('%s', async (_, target, why) => {
    writeFileSync(join(folder, 'site.example.json'), JSON.stringify(target));
    await expect(readTargets(folder)).rejects.toThrow(why);
  });

  it('a host that is written in another way, and what is not JSON', async () => {
    writeFileSync(join(folder, '%53ite.example.json'), JSON.stringify({ ...valid, host: 'Site.example' }));
    await expect(readTargets(folder)).rejects.toThrow(/site.example/);
    writeFileSync(join(folder, '%53ite.example.json'), '{');
    await expect(readTargets(folder)).rejects.toMatchObject({ kind: 'configuration' });
    await expect(readTargets(join(folder, 'none'))).rejects.toThrow(/no such folder/);
  });

  it('nothing that is right', async () => {
    const waivers = [{ check: 'mcp-cors-preflight', reason: 'No browser is meant to call it.' }];
    writeFileSync(join(folder, 'site.example.json'), JSON.stringify({ ...valid, waivers }));
    expect(await readTargets(folder)).toEqual([{ ...valid, waivers }]);
  });
});
