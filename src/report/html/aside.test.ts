/** The badge snippets in each markup language: they show the badge and link to the scorecard. */
import MarkdownIt from 'markdown-it';
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { badgeForms, badgeSection, followLinks } from './aside.ts';

const URL_OF = 'https://catalog.example/score/site.example:8080';
const form = (id: string) => badgeForms(URL_OF).find((one) => one.id === id)?.text ?? '';

describe('the badge', () => {
  it.each([
    ['badge-html', (text: string) => text],
    ['badge-markdown', (text: string) => new MarkdownIt().render(text)],
  ])('%s is an image in a link', (id, render) => {
    const link = parse(render(form(id))).querySelector('a');
    expect(link?.getAttribute('href')).toBe(URL_OF);
    expect(link?.querySelector('img')?.getAttribute('src')).toBe(`${URL_OF}/badge.svg`);
    expect(link?.querySelector('img')?.getAttribute('alt')).toBe('agent readiness');
  });

  it('badge-rst is the directive, with its options below it', () => {
    expect(form('badge-rst').split('\n')).toEqual([
      `.. image:: ${URL_OF}/badge.svg`,
      `   :target: ${URL_OF}`,
      '   :alt: agent readiness',
    ]);
  });

  it('badge-shields uses the badge’s data', () => {
    const image = parse(new MarkdownIt().render(form('badge-shields')))
      .querySelector('img')
      ?.getAttribute('src');
    expect(new URL(image ?? '').searchParams.get('url')).toBe(`${URL_OF}/shield.json`);
  });

  it('is shown on the page as text to be pasted, with a copy button for each language', () => {
    const section = parse(String(badgeSection({ path: '/score/site.example', url: URL_OF, score: 62 })), {
      blockTextElements: {},
    });
    for (const { id, text } of badgeForms(URL_OF)) {
      expect(section.querySelector(`#${id}`)?.textContent).toBe(text);
      expect(section.querySelectorAll(`button[data-copy="${id}"]`)).toHaveLength(1);
    }
  });
});

it('a site’s page links its feed', () => {
  const links = parse(String(followLinks('site.example'))).querySelectorAll('a');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/score/site.example/changes.atom']);
});
