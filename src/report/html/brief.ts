/** Renders a brief, the page that lists what to change on a site, with a button that copies its Markdown. */

import { formPath } from '../../audit/scorecard/address.ts';
import type { Brief } from '../../fix/brief.ts';
import { briefMarkdown, FOLDED_TITLE, onOnePage, partHeading, scoreLine } from '../../fix/brief-markdown.ts';
import { STACKS, stackPath } from '../../fix/stacks.ts';
import { briefActions } from './elements.ts';
import { headingId, markdownHtml } from './markdown.ts';
import { html, type Markup, trusted } from './markup.ts';
import type { PageContent } from './page.ts';

interface BriefPage {
  readonly brief: Brief;
  readonly path: string;
  /** The catalog's origin, without a slash at the end. */
  readonly site: string;
}

/** Returns the page of a brief. Search engines must not index it, because it is only for the owner of one site. */
export function briefPage(page: BriefPage): PageContent {
  const { brief, path, site } = page;
  return {
    title: `${brief.target}: what to change`,
    description: `What to change on ${brief.target} to make it ready for AI agents, on one page for a coding agent: ${scoreLine(brief)}.`,
    url: site + formPath(path, 'fix'),
    alternate: formPath(path, 'fix.md'),
    formats: [],
    index: false,
    main: String(mainOf(page)),
  };
}

function mainOf({ brief, path, site }: BriefPage): Markup {
  const text = briefMarkdown(brief);
  // The first line is the page's heading, which is rendered separately.
  const body = withAnchors(String(markdownHtml(text.slice(text.indexOf('\n')), site)), brief);
  return html`<p class="crumbs"><a href="/score">Catalog</a> / <a href="${path}">${brief.target}</a></p>
    <h1>What to change on ${brief.target}</h1>
    <p class="lead">One page for a coding agent, from this site’s scorecard: ${scoreLine(brief)}.</p>
    ${briefActions(path, html`<a href="${formPath(path, 'fix.md')}" type="text/markdown">As Markdown</a>`)}
    <div class="with-aside">
      ${contentsOf(onOnePage(brief))}
      <article class="prose guide brief">${body}</article>
    </div>`;
}

/** Adds anchors before the section that joins several changes in a shortened brief, because other pages link to each change. */
function withAnchors(body: string, { parts }: Brief): Markup {
  const missing = parts.filter(({ id }) => !body.includes(`id="${id}"`));
  const folded = `<h3 id="${headingId(FOLDED_TITLE)}"`;
  return trusted(
    body.replace(folded, () => missing.map(({ id }) => `<span id="${id}"></span>`).join('') + folded),
  );
}

function contentsOf({ parts, questions }: Brief): Markup {
  const link = (words: string, id = headingId(words)) => html`<li><a href="#${id}">${words}</a></li>`;
  return html`<nav class="contents no-print" aria-labelledby="on-this-page">
      <h2 id="on-this-page">On this page</h2>
      <ul class="plain">
        ${questions.length > 0 && link('Ask the owner first')}
        ${parts.map((part, i) => link(partHeading(part, i), part.id))}
        ${parts.length > 0 && link('Verify')}
      </ul>
      <h2 class="then">Whole configurations</h2>
      <p class="small">${STACKS.map(({ id, name }, i) => html`${i > 0 && ' · '}<a href="${stackPath(id)}">${name}</a>`)}</p>
    </nav>`;
}
