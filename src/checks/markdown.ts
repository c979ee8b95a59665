/** The Markdown alternate of a page: who gets it. */

import { withDetail } from '../evidence/facts.ts';
import type { MarkdownAlternate } from '../evidence/markdown.ts';
import type { Surface } from '../evidence/surface.ts';
import { check, judge, type Seen, type Verdict, whereFound } from './check.ts';

/** How each variant was asked for. */
export const ASKED = {
  markdownByAccept: { wanted: 'asked with Accept: text/markdown' },
  markdownByPlain: { wanted: 'asked with Accept: text/plain' },
  markdownForCli: { wanted: 'asked as curl' },
  markdownForAgent: { wanted: 'asked as an AI assistant' },
} as const;

export const markdownChecks = [
  check('accept-markdown', {
    needs: ['rootHtml', 'markdownByAccept'],
    evaluate: ({ rootHtml, markdownByAccept }) =>
      whereFound(rootHtml, () => judgeAlternate(markdownByAccept, 'markdownByAccept')),
  }),

  check('markdown-accept-plain', {
    needs: ['rootHtml', 'markdownByPlain'],
    evaluate: ({ rootHtml, markdownByPlain }) =>
      whereFound(rootHtml, () => judgeAlternate(markdownByPlain, 'markdownByPlain')),
  }),

  check('markdown-cli-ua', {
    needs: ['rootHtml', 'markdownForCli'],
    evaluate: ({ rootHtml, markdownForCli }) =>
      whereFound(rootHtml, () => judgeAlternate(markdownForCli, 'markdownForCli')),
  }),

  check('markdown-agent-ua', {
    needs: ['rootHtml', 'markdownForAgent'],
    evaluate: ({ rootHtml, markdownForAgent }) =>
      whereFound(rootHtml, () => judgeAlternate(markdownForAgent, 'markdownForAgent')),
  }),
];

function judgeAlternate(alternate: Seen<Surface<MarkdownAlternate>>, variant: keyof typeof ASKED): Verdict {
  return judge({ ...alternate, evidence: withDetail(alternate.evidence, ASKED[variant]) });
}
