/** One view under all forms: what a scorecard says is in each of them, in the same words. */

import { describe, expect, it } from 'vitest';
import { renderSummary } from '../demo/summary.ts';
import { boundedText } from '../mcp/texts.ts';
import { forecastText } from '../render/fix-list.ts';
import { scorecardPage } from '../render/html/scorecard.ts';
import { renderMarkdown } from '../render/markdown/scorecard.ts';
import { renderTerminal } from '../render/terminal.ts';
import type { Envelope } from '../scorecard/schema.ts';
import { envelopeFor, everySeenStatus, everyStatus } from '../testing/envelopes.ts';
import { failuresOf } from './advice.ts';
import { scorecardView } from './scorecard.ts';
import { headlineOf } from './title.ts';

const plainly = { color: false, width: 100 };

/** Every form as words, without its markup and its line breaks. */
function formsOf(envelope: Envelope): Record<string, string> {
  const forms = {
    terminal: renderTerminal(envelope, plainly),
    markdown: renderMarkdown(envelope).replaceAll('\\', ''),
    page: scorecardPage({ envelope, site: 'https://catalog.example', kept: false }).main.replace(
      /<[^>]*>/g,
      ' ',
    ),
    mcp: boundedText(envelope, 5_000).replaceAll('\\', ''),
    summary: renderSummary({ title: 'A site', about: 'A site of a test.' }, envelope, plainly),
  };
  return Object.fromEntries(Object.entries(forms).map(([name, text]) => [name, text.replace(/\s+/g, ' ')]));
}

describe.each([
  ['that is whole', envelopeFor({ verdict: everySeenStatus })],
  ['of which some checks were not seen', envelopeFor({ verdict: everyStatus, cutShort: true })],
])('a scorecard %s', (_, envelope) => {
  const view = scorecardView(envelope);
  const forms = formsOf(envelope);

  it('has both scores in every form, and what is the matter in those that have room', () => {
    const [first] = failuresOf(envelope.scorecard.results);
    for (const [form, text] of Object.entries(forms)) {
      expect(text, form).toMatch(
        new RegExp(
          `\\b${view.relative.value}\\b.*\\b${view.global.value}\\b|\\b${view.global.value}\\b.*\\b${view.relative.value}\\b`,
        ),
      );
      if (form !== 'summary') expect(text, form).toContain(first && headlineOf(first));
      // The name of a check is the opposite of its failure.
      if (form !== 'page') expect(text, form).not.toContain(first?.label);
    }
  });

  it('says what its scores leave out and where the changes lead', () => {
    const { terminal, markdown, page, mcp, summary } = forms;
    for (const text of [markdown, page, summary]) expect(text).toContain(view.relative.meaning);
    for (const text of [terminal, markdown, page]) expect(text).toContain(forecastText(envelope.scorecard));
    for (const text of [terminal, markdown, page, mcp])
      expect(text?.includes('Cut short')).toBe(view.partial !== undefined);
  });
});
