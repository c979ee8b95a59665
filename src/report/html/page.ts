/** The data that fills the layout of a page: the elements of its head, and links to its other formats. */
import { SCORE_OF } from '../../audit/check-texts/vocabulary.ts';
import { jsonForScript } from '../../base/escape.ts';
import { CATALOG_FEED, type FeedLink } from '../feed.ts';
import { html, type Markup, trusted } from './markup.ts';

export interface PageFormat {
  readonly href: string;
  readonly label: string;
  readonly type: string;
}

/** The size of the preview picture in pixels. Other sites show this picture next to a link. */
export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;

/** Returns the path of the preview picture for a score in percent, or for a page without a score. */
export function previewPath(score: number | undefined): string {
  return `/preview/${score ?? 'none'}.png`;
}

interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  /** The path of the page's Markdown, if there is one. */
  readonly alternate?: string | undefined;
  readonly formats: readonly PageFormat[];
  /** The feed about the page's subject, besides the catalog's feed. */
  readonly feed?: FeedLink | undefined;
  /** The score shown in the preview picture, in percent. */
  readonly score?: number | undefined;
  readonly jsonLd?: Readonly<Record<string, unknown>> | undefined;
  readonly index: boolean;
}

export interface PageContent extends PageHead {
  readonly main: string;
}

/** Returns the elements of `<head>` that differ between pages. */
export function headOf({
  title,
  description,
  url,
  alternate,
  formats,
  feed,
  score,
  jsonLd,
  index,
}: PageHead): Markup {
  const full = new URL(url).pathname === '/' ? title : `${title} · Agent readiness`;
  return html`<title>${full}</title>
    <meta name="description" content="${description}" />
    ${!index && html`<meta name="robots" content="noindex" />`}
    <meta property="og:title" content="${title}" />
    <meta property="og:type" content="website" />
    <meta property="og:url" content="${url}" />
    <meta property="og:image" content="${new URL(previewPath(score), url).href}" />
    <meta property="og:image:width" content="${PREVIEW_WIDTH}" />
    <meta property="og:image:height" content="${PREVIEW_HEIGHT}" />
    <meta property="og:image:alt" content="Agent readiness: ${score === undefined ? 'how ready is your site for AI agents?' : `${score}% ${SCORE_OF.relative}`}" />
    <meta name="twitter:card" content="summary_large_image" />
    <link rel="canonical" href="${url}" />
    ${formsOf({ alternate, formats }).map(
      ({ href, label, type }) =>
        html`<link rel="alternate" type="${type}" href="${href}" title="This page as ${label}" />`,
    )}
    ${[...(feed === undefined ? [] : [feed]), CATALOG_FEED].map(
      ({ href, type, title: name }) =>
        html`<link rel="alternate" type="${type}" href="${href}" title="${name}" />`,
    )}
    ${
      jsonLd !== undefined &&
      html`<script type="application/ld+json">${trusted(jsonForScript({ '@context': 'https://schema.org', ...jsonLd }))}</script>`
    }`;
}

type Forms = Pick<PageHead, 'alternate' | 'formats'>;

/** Renders the footer links to the other formats of a page; empty if there are none. */
export function formatsNav(forms: Forms): Markup {
  const all = formsOf(forms);
  return html`${
    all.length > 0 &&
    html`<nav aria-label="This page">
      <h2>This page</h2>
      <ul>${all.map(({ href, label, type }) => html`<li><a href="${href}" type="${type}">As ${label}</a></li>`)}</ul>
    </nav>`
  }`;
}

function formsOf({ alternate, formats }: Forms): readonly PageFormat[] {
  return alternate === undefined
    ? formats
    : [{ href: alternate, label: 'Markdown', type: 'text/markdown' }, ...formats];
}
