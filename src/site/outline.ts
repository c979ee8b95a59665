/** The pages of the site, as sitemap.xml and the llms.txt files list them. */
import type { Definition } from '../definitions/definition.ts';
import { stackPath } from '../fix/stacks.ts';
import { newest } from '../view/catalog.ts';
import type { Apart, Listed } from '../view/listed.ts';
import type { PrincipleText, StackText } from '../view/texts.ts';
import type { CommandLine } from './command-line/facts.ts';

export interface Guide {
  readonly check: Definition;
  readonly summary: string;
  /** Markdown, with the section on how to fix the check. */
  readonly body: string;
}

/** A page of text; its id is its path. */
export interface TextPage {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
}

export interface Content {
  /** Without a slash at the end. */
  readonly origin: string;
  readonly listed: readonly Listed[];
  /** Sites that no audit can see now. */
  readonly apart: readonly Apart[];
  readonly guides: readonly Guide[];
  readonly stacks: readonly (StackText & { readonly body: string })[];
  readonly principles: readonly (PrincipleText & { readonly body: string })[];
  readonly pages: readonly TextPage[];
  readonly commandLine: CommandLine;
}

/** One HTML page, and when what it shows was last audited, where it shows audits. */
interface PageAddress {
  readonly path: string;
  readonly audited?: string;
}

/** Every HTML page of the site. */
export function pageAddresses({
  listed,
  apart,
  guides,
  stacks,
  principles,
  pages,
}: Omit<Content, 'commandLine' | 'origin'>): PageAddress[] {
  const audited = newest(listed);
  const showsCatalog = (path: string): PageAddress => (audited === undefined ? { path } : { path, audited });
  return [
    ...['/', '/score', '/changes', '/compare', '/checks', '/dataset'].map(showsCatalog),
    { path: '/principles' },
    { path: '/spec' },
    ...pages.map(({ id }) => ({ path: `/${id}` })),
    ...principles.map(({ id }) => ({ path: `/principles/${id.toLowerCase()}` })),
    ...guides.map(({ check }) => ({ path: `/fix/${check.id}` })),
    ...stacks.map(({ stack }) => ({ path: stackPath(stack) })),
    ...listed.map(({ target, scored }) => ({ path: `/score/${target.host}`, audited: scored.at })),
    ...apart.map(({ target, listingState }) => ({ path: `/score/${target.host}`, audited: listingState.at })),
  ];
}
