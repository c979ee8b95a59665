import { expect, test } from 'vitest';
import { PRINCIPLES } from '../audit/check-texts/vocabulary.ts';
import { checks } from '../audit/checks/index.ts';
import { storedEnvelopeSchema } from '../audit/scorecard/stored.ts';
import { builtSite, SITE_ADDRESS } from '../site/testing/build.ts';
import { openLibrary } from './library.ts';

test('has the documents that the site publishes, with the site’s origin', async () => {
  const library = await openLibrary(await builtSite());
  expect(library.origin).toBe(SITE_ADDRESS);
  const { sites } = await library.ranked({ sort: 'relative', limit: 100 });
  expect(sites.length).toBeGreaterThan(3);
  for (const { site } of sites) {
    const { host, score, scorecard_url } = site;
    const envelope = storedEnvelopeSchema.parse(await library.scorecard(host));
    expect(envelope).toMatchObject({ tier: 'cache', target: host, scorecard_url, scorecard: { score } });
  }
  expect((await library.checks()).checks.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
  expect((await library.standard()).principles.map(({ id }) => id)).toEqual(PRINCIPLES);
  expect(await library.guide('llms-txt')).toContain('fix-llms-txt');
  expect(await library.principle('P3')).toContain('P3');
  expect(await library.spec()).toContain('P8');
}, 240_000);
