/** The template that Astro builds, filled in for one page. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtSite } from '../../site/testing/build.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import type { PageContent } from './page.ts';
import { scorecardPage } from './scorecard.ts';
import { fillTemplate, TEMPLATE_SLOTS } from './template.ts';

let folder: string;
let template: string;

beforeAll(async () => {
  folder = join(await builtSite(), '..');
  template = await readFile(join(folder, 'service/template.html'), 'utf8');
});

it('the template is not among the pages', async () => {
  await expect(readFile(join(folder, 'site/template.html'))).rejects.toThrow('ENOENT');
});

it('the page says what a live result is, and is not indexed by search engines', () => {
  const page = parse(
    fillTemplate(template, scorecardPage({ envelope: envelopeFor(), site: 'https://catalog.example' })),
  );
  expect(page.querySelector('title')?.textContent).toBe('site.example · Agent readiness');
  expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  expect(page.querySelector('main .callout')?.textContent).toMatch(
    /^A visitor requested this audit.*will be deleted on \d{4}-\d\d-\d\d/,
  );
  expect(page.querySelector('.crumbs, a[href$="changes.atom"]')).toBeNull();
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

  it('escapes text', () => {
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

  it('rejects text that is not a template', () => {
    expect(() => fillTemplate('<main></main>', hostile)).toThrow('build the site again');
  });
});
