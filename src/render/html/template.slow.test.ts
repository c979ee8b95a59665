/** A page that is made on request is the page that Astro would have built. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../../definitions/index.ts';
import { listedOf } from '../../results/scored.ts';
import { Store } from '../../results/store.ts';
import { readTargets } from '../../results/targets.ts';
import { builtSite, SITE_ADDRESS, SITE_CONTACT } from '../../site/testing/build.ts';
import { HISTORIC, UNREACHABLE, WAIVING } from '../../site/testing/catalog.ts';
import type { PageContent } from './page.ts';
import { type Listing, type ScorecardPage, scorecardPage } from './scorecard.ts';
import { fillTemplate, TEMPLATE_SLOTS } from './template.ts';

let folder: string;
let template: string;

beforeAll(async () => {
  folder = join(await builtSite(), '..');
  template = await readFile(join(folder, 'service/template.html'), 'utf8');
});

/** The view that the static page of a target is made of. */
async function viewOf(host: string): Promise<ScorecardPage & { readonly listing: Listing }> {
  const results = join(folder, 'results/scorecards');
  const store = new Store({ results, recordings: join(folder, 'results/recordings'), dryRun: true });
  const target = (await readTargets(join(folder, 'results/targets'))).find((one) => one.host === host);
  const listed = target && listedOf(target, await store.read(host));
  if (target === undefined || listed?.latest == null) throw new Error(`nothing is stored of ${host}`);
  const { latest, history, failure } = listed;
  return {
    envelope: latest,
    site: SITE_ADDRESS,
    listing: { target, history, failure },
    contact: SITE_CONTACT,
  };
}

it('gives the bytes of the built page', async () => {
  for (const host of ['ready.demo', 'broken.demo', HISTORIC, WAIVING, UNREACHABLE]) {
    const built = await readFile(join(folder, `site/score/${host}.html`), 'utf8');
    expect(fillTemplate(template, scorecardPage(await viewOf(host))), host).toBe(built);
  }
});

it('is not among the pages', async () => {
  await expect(readFile(join(folder, 'site/template.html'))).rejects.toThrow('ENOENT');
});

describe('a live result', () => {
  it('says what it is, and is kept from search engines', async () => {
    const { envelope, site } = await viewOf('broken.demo');
    const page = parse(fillTemplate(template, scorecardPage({ envelope, site })));
    expect(page.querySelector('title')?.textContent).toBe('broken.demo · Agent readiness');
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    expect(page.querySelector('main .callout')?.textContent).toMatch(
      /^A visitor requested this audit.*will be deleted on \d{4}-\d\d-\d\d/,
    );
    expect(page.querySelectorAll('.category > div')).toHaveLength(CHECK_COUNT);
    expect(page.querySelector('.crumbs, a[href$="changes.atom"]')).toBeNull();
  });
});

describe('the layout', () => {
  const hostile: PageContent = {
    title: `$& $' $\` </title><script>alert(1)</script> ${TEMPLATE_SLOTS.main}`,
    description: '"><img src=x onerror=alert(1)>',
    url: `https://catalog.example/score/"onload="`,
    alternate: '/a"b/md',
    formats: [{ href: '/a"b/json', label: '<b>', type: 'application/json' }],
    jsonLd: { name: '</script><script>alert(2)</script>' },
    index: true,
    main: `<p>$& $$ ${TEMPLATE_SLOTS.formats}</p>`,
  };

  it('takes text as text', () => {
    const page = parse(fillTemplate(template, hostile), { comment: true });
    expect(page.querySelector('title')?.textContent).toBe(`${hostile.title} · Agent readiness`);
    expect(page.querySelector('meta[name=description]')?.getAttribute('content')).toBe(hostile.description);
    expect(page.querySelector('main')?.innerHTML).toBe(hostile.main);
    expect(page.querySelectorAll('img, script:not([src]):not([type])')).toEqual([]);
    expect(page.querySelectorAll('[onload], [onerror]')).toEqual([]);
    const [data, ...more] = page.querySelectorAll('script[type="application/ld+json"]');
    expect(more).toEqual([]);
    expect(JSON.parse(data?.rawText ?? '')).toMatchObject(hostile.jsonLd ?? {});
  });

  it('refuses what is no template', () => {
    expect(() => fillTemplate('<main></main>', hostile)).toThrow('build the site again');
  });
});
