/** Loads the content of the documents for agents: the catalog, guides, principles and text pages. */

import { getCollection } from 'astro:content';
import { facts } from 'virtual:command-line';
import type { Definition } from '../audit/check-texts/definition.ts';
import type { CatalogView } from '../catalog/catalog.ts';
import { howToFix } from '../fix/explain.ts';
import type { PrincipleText, StackText } from '../fix/texts.ts';
import { checkOf } from '../report/checks.ts';
import { catalogDigest, datasetEdition } from './catalog.ts';
import type { CommandLine } from './command-line/facts.ts';
import { readChangeTexts } from './fix-texts.ts';
import { wholeGuide } from './guide.ts';
import { originOf } from './respond.ts';

export async function siteContent(site: URL | undefined): Promise<Content> {
  const [view, dataset, guides, principles, pages, stacks, texts] = await Promise.all([
    catalogDigest(),
    datasetEdition(site),
    getCollection('guides'),
    getCollection('principles'),
    getCollection('pages'),
    getCollection('stacks'),
    readChangeTexts(),
  ]);
  return {
    origin: originOf(site),
    commandLine: facts,
    hasDataset: dataset.place !== undefined,
    ...view,
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

export interface Guide {
  readonly check: Definition;
  readonly summary: string;
  /** Markdown, with the section on how to fix the check. */
  readonly body: string;
}

/** A text page, whose id is its path. */
export interface TextPage {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
}

export interface Content extends CatalogView {
  readonly origin: string;
  readonly guides: readonly Guide[];
  readonly stacks: readonly (StackText & { readonly body: string })[];
  readonly principles: readonly (PrincipleText & { readonly body: string })[];
  readonly pages: readonly TextPage[];
  readonly commandLine: CommandLine;
  readonly hasDataset: boolean;
}
