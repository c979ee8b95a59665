/** All that the documents for agents are made from: the catalog and the texts. */
import { getCollection } from 'astro:content';
import { facts } from 'virtual:command-line';
import { howToFix } from '../fix/explain.ts';
import { checkOf } from '../view/checks.ts';
import { wholeGuide } from '../view/guide.ts';
import { apartTargets, listedTargets } from './catalog.ts';
import { readChangeTexts } from './fix-texts.ts';
import type { Content } from './outline.ts';
import { originOf } from './respond.ts';

/** Everything of the site in one value; the parts are loaded once in a build. */
export async function siteContent(site: URL | undefined): Promise<Content> {
  const [listed, apart, guides, principles, pages, stacks, texts] = await Promise.all([
    listedTargets(),
    apartTargets(),
    getCollection('guides'),
    getCollection('principles'),
    getCollection('pages'),
    getCollection('stacks'),
    readChangeTexts(),
  ]);
  return {
    origin: originOf(site),
    commandLine: facts,
    listed,
    apart,
    guides: guides
      .map(({ data, body = '' }) => {
        const check = checkOf(data.check);
        return { check, summary: data.summary, body: wholeGuide(body, howToFix(check.id, texts)) };
      })
      .toSorted((a, b) => order(a.check.id, b.check.id)),
    stacks: stacks
      .map(({ data, body = '' }) => ({ ...data, body }))
      .toSorted((a, b) => order(a.stack, b.stack)),
    principles: principles
      .map(({ data, body = '' }) => ({ ...data, body }))
      .toSorted((a, b) => order(a.id, b.id)),
    pages: pages
      .map(({ id, data, body = '' }) => ({ id, ...data, body }))
      .toSorted((a, b) => order(a.id, b.id)),
  };
}

function order(a: string, b: string): number {
  return a < b ? -1 : 1;
}
