/** Scorecards of other versions in every form: shown as what they are, and never as one of today. */
import { describe, expect, it } from 'vitest';
import { definitions } from '../definitions/index.ts';
import { compareEnvelopes } from '../scorecard/compare.ts';
import { type StoredEnvelope, storedEnvelopeSchema } from '../scorecard/stored.ts';
import { envelopeFor, everySeenStatus } from '../testing/envelopes.ts';
import { envelopeOfGeneration, GENERATIONS, type Generation } from '../testing/generations.ts';
import { reportFor } from '../testing/report.ts';
import { cautions, matrixOf, statusCellsOf } from '../view/compare.ts';
import { renderCompareText } from './compare.ts';
import { scorecardPage } from './html/scorecard.ts';
import { renderMarkdown } from './markdown/scorecard.ts';
import { renderComment } from './reports/comment.ts';
import { renderTerminal } from './terminal.ts';

const HOST = 'site.example';
const ofGeneration = (generation: Generation): StoredEnvelope =>
  storedEnvelopeSchema.parse(
    envelopeOfGeneration(generation, { host: HOST, absent: ['llms-txt', 'robots-txt'] }),
  );
const TODAY = envelopeFor({ verdict: everySeenStatus });

const FORMS: readonly (readonly [string, (envelope: StoredEnvelope) => string])[] = [
  ['the page', (envelope) => scorecardPage({ envelope, site: 'https://catalog.example' }).main],
  ['Markdown', renderMarkdown],
  ['a terminal', (envelope) => renderTerminal(envelope, { color: false, width: 100, verbose: true })],
];

describe.each(FORMS)('%s', (form, render) => {
  it.each(GENERATIONS)('shows every check of the generation “%s”, by the names that it gives', (name) => {
    const envelope = ofGeneration(name);
    const text = render(envelope)
      .replaceAll('&#39;', "'")
      .replaceAll(/\\(?=[-.])/g, '');
    for (const { id } of envelope.scorecard.results) expect(text).toContain(id);
    const { global } = envelope.scorecard.score;
    expect(text).toContain(String(global));
    expect(text).not.toMatch(/undefined|\[object|NaN/);
  });

  it('says by which rules an old one was judged, and what was not judged then', () => {
    const text = render(ofGeneration('first')).replaceAll(/\s+/g, ' ').replaceAll('\\', '');
    expect(text).toContain('Judged by other rules (standard 0.3.0, schema 0.2, rules 1) than those of today');
    expect(text).toMatch(/\b\d+ checks of today were not judged then\./);
    expect(text).toContain('Not judged then');
    expect(text).toContain('web-bot-auth');
    expect(text).toContain('tools-page');
  });

  it('says that a newer one has more than is known here, and shows that as it stands', () => {
    const text = render(ofGeneration('newer')).replaceAll(/\s+/g, ' ').replaceAll('\\', '');
    expect(text).toContain(
      'Judged by newer rules (standard 0.7.0, schema 0.9, rules 9) than this version knows',
    );
    expect(text).toContain('WARNED');
    // The others name levels of what fails only.
    if (form === 'the page') expect(text).toContain('RECOMMENDED');
    expect(text).toContain('agent payments');
    expect(text).toContain('The scores after each fix are not shown');
  });

  it('says nothing of it of a scorecard of today', () => {
    expect(render(TODAY)).not.toMatch(/Judged by|ot judged then/);
  });
});

it('a page explains scores in points only where they are made as today', () => {
  const page = (envelope: StoredEnvelope) =>
    scorecardPage({ envelope, site: 'https://catalog.example' }).main;
  expect(page(TODAY)).toContain('Both scores, in points');
  expect(page(ofGeneration('first'))).not.toContain('Both scores, in points');
});

describe('a comparison', () => {
  const comparison = compareEnvelopes(ofGeneration('first'), { ...TODAY, target_url: `https://${HOST}/` });

  it.each([
    ['text', renderCompareText(comparison, { color: false, width: 100 })],
    [
      'Markdown',
      renderComment(reportFor({ envelope: ofGeneration('newer'), base: ofGeneration('first'), comparison })),
    ],
  ])('as %s lists what one side did not judge', (_, text) => {
    const shown = text.replaceAll('\\', '');
    expect(shown).toContain('Not judged then, by the rules of the first scorecard');
    expect(shown).toContain('Not judged then, by the rules of the second scorecard');
    expect(shown).toContain('The tools-page surface works (first)');
    expect(shown.replaceAll(/\s+/g, ' ')).toContain('The scores are made by different rules');
  });

  it('of sites has a row for each check of any version, and marks at the same places', () => {
    const cards = [ofGeneration('first'), ofGeneration('newer'), TODAY];
    const { groups } = matrixOf(cards);
    const rows = groups.flatMap((group) => group.rows);
    expect(rows.find(({ id }) => id === 'tools-page')?.cells.map((cell) => cell?.status)).toEqual([
      'pass',
      undefined,
      undefined,
    ]);
    expect(rows.find(({ id }) => id === 'payment-terms')?.cells[1]).toBeDefined();
    const marks = statusCellsOf(cards);
    expect(new Set(marks.map((own) => own.length))).toEqual(new Set([rows.length]));
    expect(marks.map((own) => own.filter(({ status }) => status !== undefined).length)).toEqual([
      36,
      68,
      definitions.length,
    ]);
    expect(cautions(cards)[0]).toContain('judged by different rules');
  });
});
