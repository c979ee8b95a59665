/** What the HTML of the root page holds for a reader that runs no scripts. */

import { withDetail } from '../evidence/facts.ts';
import { withoutTrailing } from '../parse/trailing.ts';
import { webUrl } from '../parse/url.ts';
import { absent, because, check, noncompliant, pass, whereFound } from './check.ts';

/** A page that can be read without scripts has this many characters of visible text or more. */
const MIN_TEXT = 200;

const CONTENT_LANDMARK = /^(role=)?(main|article)$/;

export const htmlContentChecks = [
  check('content-without-js', {
    needs: ['rootHtml'],
    evaluate: ({ rootHtml }) =>
      whereFound(rootHtml, ({ value: { h1, textLength }, evidence }) => {
        const detail = `${h1.length === 0 ? 'no h1 with text' : 'an h1'}, ${textLength} characters of visible text`;
        const met = [h1.length > 0, textLength >= MIN_TEXT].filter(Boolean).length;
        if (met === 2) return pass(evidence, detail);
        const short = withDetail(evidence, `${detail}; both an h1 and ${MIN_TEXT} characters are needed`);
        if (met === 0) return absent(short);
        return because(
          noncompliant(short),
          h1.length === 0
            ? 'Without JavaScript the home page has no main heading.'
            : 'Without JavaScript the home page has hardly any text.',
        );
      }),
  }),

  check('semantic-html', {
    needs: ['rootHtml'],
    evaluate: ({ rootHtml }) =>
      whereFound(rootHtml, ({ value: { landmarks }, evidence }) => {
        const content = landmarks.filter((name) => CONTENT_LANDMARK.test(name));
        const detail = landmarks.length === 0 ? 'no landmarks' : `landmarks: ${landmarks.join(', ')}`;
        return content.length > 0 && landmarks.length > content.length
          ? pass(evidence, detail)
          : absent(
              evidence,
              `${detail}; main or article and one of header, nav, footer, aside, section are needed`,
            );
      }),
  }),

  check('noscript-fallback', {
    needs: ['rootHtml'],
    evaluate: ({ rootHtml }) =>
      whereFound(rootHtml, ({ value: { noscripts }, evidence }) => {
        const target = noscripts.flat().find(isMachineSurface);
        if (target !== undefined) return pass(evidence, `a noscript links ${target}`);
        const detail =
          noscripts.length === 0
            ? 'no noscript'
            : `${noscripts.length} noscript, none with a link to a machine surface`;
        return absent(evidence, detail);
      }),
  }),
];

/** Whether a URL has the form of something made for machines: told by its path, as the MCP endpoint is too. */
function isMachineSurface(target: string): boolean {
  const url = webUrl(target);
  if (url === undefined) return false;
  const path = withoutTrailing(url.pathname.toLowerCase(), '/');
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    path.includes('/.well-known/') ||
    /\.(md|markdown|json|jsonld)$/.test(name) ||
    /^(llms(-[\w-]+)?\.txt|mcp|(openapi|swagger)([.-][\w.-]*)?|sitemap[\w.-]*(\.xml(\.gz)?)?)$/.test(name)
  );
}
