import { parseMediaType } from '../../base/media-type.ts';
import { plain } from '../../base/text.ts';
import { isMachineSurface } from '../evidence/dead-links.ts';
import { type Facts, withDetail } from '../evidence/facts.ts';
import { parseJsonLd } from '../parse/json-ld.ts';
import {
  absent,
  because,
  broken,
  type Check,
  check,
  leadsOn,
  noncompliant,
  pass,
  type Verdict,
  whereFound,
} from './check.ts';
import { isJavaScript } from './webmcp.ts';

/** The minimum length of a page description, in characters. */
const MIN_DESCRIPTION = 30;

/** The minimum length of a page's visible text before scripts run, in characters. */
const MIN_TEXT = 200;

const CONTENT_LANDMARK = /^(role=)?(main|article)$/;

export const htmlChecks: readonly Check[] = [
  check('root-meta-description', {
    needs: ['rootHtml'],
    evaluate: ({ rootHtml }) =>
      whereFound(rootHtml, ({ value: { title, description }, evidence }) => {
        if (description === undefined) return absent(evidence, 'no meta description');
        if (description === '') {
          return because(
            noncompliant(evidence, 'the description is empty'),
            'The meta description of the home page is empty.',
          );
        }
        const { length } = Array.from(description);
        if (length < MIN_DESCRIPTION) {
          return because(
            noncompliant(evidence, `the description has ${length} characters, fewer than ${MIN_DESCRIPTION}`),
            `The meta description of the home page is too short: ${length} characters.`,
          );
        }
        return title !== undefined && essence(description) === essence(title)
          ? because(
              noncompliant(evidence, 'the description repeats the title'),
              'The meta description of the home page only repeats its title.',
            )
          : pass(evidence, `a description of ${length} characters`);
      }),
  }),

  check('schema-org-jsonld', {
    needs: ['rootHtml'],
    evaluate: ({ rootHtml }) =>
      whereFound(rootHtml, ({ value, evidence }) =>
        judgeJsonLd(
          value.scripts.filter(({ type }) => isJsonLd(type)).map(({ text }) => text),
          evidence,
        ),
      ),
  }),

  check('content-without-js', {
    needs: ['rootHtml'],
    evaluate: ({ rootHtml }) =>
      whereFound(rootHtml, ({ value: { h1, textLength, scripts }, evidence }) => {
        const detail = `${h1.length === 0 ? 'no h1 with text' : 'an h1'}, ${textLength} characters of visible text`;
        const met = [h1.length > 0, textLength >= MIN_TEXT].filter(Boolean).length;
        if (met === 2) return pass(evidence, detail);
        const short = withDetail(evidence, `${detail}; both an h1 and ${MIN_TEXT} characters are needed`);
        // A page without scripts has the same text in a browser, so the finding does not mention JavaScript.
        const page = scripts.some(isJavaScript) ? 'Without JavaScript the home page' : 'The home page';
        if (met === 0) return because(absent(short), `${page} has no h1 and hardly any text.`);
        return because(
          noncompliant(short),
          `${page} has ${h1.length === 0 ? 'no main heading' : 'hardly any text'}.`,
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
    uses: ['rootDeadLinks'],
    evaluate: ({ rootHtml, rootDeadLinks }) =>
      whereFound(rootHtml, ({ value: { noscripts }, evidence }) => {
        const targets = noscripts.flat().filter(isMachineSurface);
        if (targets.length > 0) {
          const links = targets.map((href) => ({ href }));
          return leadsOn(
            links,
            rootDeadLinks,
            evidence,
            ({ href }) => `a noscript element links to ${plain(href, 200)}`,
          );
        }
        const detail =
          noscripts.length === 0
            ? 'no noscript element'
            : `${noscripts.length} noscript ${noscripts.length === 1 ? 'element' : 'elements'}, none with a link for agents`;
        return absent(evidence, detail);
      }),
  }),
];

/** Normalizes case and white space, so that two texts can be compared. */
function essence(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}

function isJsonLd(type: string | undefined): boolean {
  return parseMediaType(type)?.essence === 'application/ld+json';
}

/** Judges JSON-LD scripts. One valid script that refers to schema.org is enough. Empty scripts do not count. */
function judgeJsonLd(texts: readonly string[], evidence: Facts): Verdict {
  const read = texts.filter((text) => text.trim() !== '').map(parseJsonLd);
  const faults = read.filter((parsed) => !parsed.ok);
  if (read.some((parsed) => parsed.ok && parsed.value.schemaOrg)) {
    const detail = faults.length === 0 ? '' : `; ${faults.length} of ${read.length} scripts cannot be parsed`;
    return pass(evidence, `JSON-LD with the schema.org vocabulary${detail}`);
  }
  const fault = faults[0];
  if (fault !== undefined) return broken(evidence, `JSON-LD script: ${fault.why}`);
  const detail = read.length === 0 ? 'no JSON-LD script' : 'JSON-LD whose @context does not name schema.org';
  return absent(evidence, detail);
}
