/** Reports of other tools, scorecards as the browser reads them, and what is shown of the two. */
import { OTHER_VERDICTS, parseOtherReport } from '../../parse/other-report.ts';
import { parseOwnScorecard } from '../../parse/own-scorecard.ts';
import { renderOtherMarkdown, renderOtherText } from '../../render/compare-other.ts';
import { envelopeFor, everyStatus } from '../../testing/envelopes.ts';
import { compareWithOther } from '../../view/others/comparison.ts';
import { filled, hostile } from '../inputs.ts';
import { atMost, type FuzzTarget, must, mustBePlain } from '../target.ts';

const CARD = envelopeFor({ verdict: everyStatus });
const SITE = 'https://site.example/';
const LIGHTHOUSE = {
  lighthouseVersion: '13.5.0',
  requestedUrl: SITE,
  fetchTime: '2026-11-22T00:00:00.000Z',
  audits: {
    'llms-txt': { score: 0, scoreDisplayMode: 'binary', explanation: '\u001b[31m::error::x | `a`' },
    'ard-schema': { score: null, scoreDisplayMode: 'notApplicable', title: '<img src=x>' },
    'new-audit': { score: 0.5, scoreDisplayMode: 'numeric' },
  },
  categories: { 'agentic-browsing': { auditRefs: [{ id: 'llms-txt' }, { id: 'new-audit' }] } },
};
const AFDOCS = {
  url: SITE,
  timestamp: '2026-11-22T00:00:00.000Z',
  results: ['llms-txt-exists', 'content-negotiation', 'page-size-html', 'a-new-check'].map((id) => ({
    id,
    category: 'x',
    status: 'warn',
    message: '\u202egnp.exe [a](javascript:alert(1))',
  })),
  summary: { total: 4 },
};
const PIECES =
  '"audits": "results": "lhr": "score": "scoreDisplayMode": "status": "id": "url": "message": "pass" "fail" "error" { } [ ] , null 1e999 -1 "" {} [] "javascript:1" "__proto__":'.split(
    ' ',
  );
/** What is shown of a report quotes it, within its bounds, beside our own texts. */
const MAX_SHOWN = 1_000_000;

export const reportTarget: FuzzTarget = {
  name: 'report',
  inputs: hostile([JSON.stringify(LIGHTHOUSE), JSON.stringify(AFDOCS), JSON.stringify(CARD)], PIECES),
  run(input) {
    const own = parseOwnScorecard(input);
    if (!own.ok) mustBePlain('a reason', own.why, 600);
    const report = parseOtherReport(input);
    if (!report.ok) {
      mustBePlain('a reason', report.why, 600);
      return;
    }
    const { results, url } = report.value;
    atMost('results', results.length, 1_000);
    must(/^https?:$/.test(url.protocol), () => `a report of ${url.protocol}`);
    for (const { id, verdict, message } of results) {
      mustBePlain('an id', id, 100);
      mustBePlain('a message', message, 300);
      must(OTHER_VERDICTS.includes(verdict), () => `the verdict ${verdict}`);
    }
    const compared = compareWithOther(CARD, report.value);
    const shown = [
      renderOtherText(compared, { color: false, width: 80 }, true),
      renderOtherMarkdown(compared),
    ];
    for (const text of shown) atMost('characters that are shown', text.length, MAX_SHOWN);
  },
  worst: {
    audits: (size) =>
      JSON.stringify({
        ...LIGHTHOUSE,
        audits: Object.fromEntries(
          Array.from({ length: size / 40 }, (_, i) => [i, { score: 1, scoreDisplayMode: 'binary' }]),
        ),
      }),
    'long messages': (size) =>
      JSON.stringify({
        ...AFDOCS,
        results: [{ id: 'x', status: 'fail', message: '\u0001 '.repeat(size / 8) }],
      }),
    arrays: (size) => filled(size, '['),
    'white space': (size) => filled(size, ' ', '{', '}'),
  },
};
