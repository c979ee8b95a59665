/** Scorecards and files of results as they are read, and what is shown of them. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Store } from '../../catalog/store.ts';
import { readScorecard } from '../../cli/recordings.ts';
import { AuditError } from '../../errors.ts';
import { says } from '../../evidence/facts.ts';
import { buildTree } from '../../parse/html-tree/build.ts';
import type { TreeNode } from '../../parse/html-tree/tree.ts';
import { renderCompareText } from '../../render/compare.ts';
import { scorecardPage } from '../../render/html/scorecard.ts';
import { renderMarkdown } from '../../render/markdown/scorecard.ts';
import { renderComment } from '../../render/reports/comment.ts';
import { renderGithub } from '../../render/reports/github.ts';
import { renderGitlab } from '../../render/reports/gitlab.ts';
import { renderJunit } from '../../render/reports/junit.ts';
import { renderSarif } from '../../render/reports/sarif.ts';
import { renderTerminal } from '../../render/terminal.ts';
import { compareEnvelopes } from '../../scorecard/compare.ts';
import { type StoredEnvelope, storedEnvelopeSchema } from '../../scorecard/stored.ts';
import { envelopeFor, everyStatus } from '../../testing/envelopes.ts';
import { envelopeOfGeneration, fileOfGeneration, GENERATIONS } from '../../testing/generations.ts';
import { reportFor } from '../../testing/report.ts';
import { filled, hostile } from '../inputs.ts';
import { atMost, type FuzzTarget, must, mustBePlain } from '../target.ts';

const HOST = 'site.example';
const ENVELOPE = envelopeFor({ verdict: everyStatus, mcpEndpoint: 'https://site.example/mcp' });
const STORED = {
  host: HOST,
  latest: ENVELOPE,
  previous: ENVELOPE,
  history: [],
  failure: { at: '2026-11-22T00:00:00.000Z', kind: 'target_blocked', message: 'x', by: 'y' },
};
/** Evidence that is out to be markup, a link, a sequence of a terminal, a command of a CI log. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '[a](javascript:alert(1))',
  '![a](https://evil.example/x)',
  '`code` ``` ~~~',
  '| a | b |',
  '\\u001b[31mred\\u001b[0m',
  '\\u001b]8;;https://evil.example\\u0007x',
  '\\r\\n::error::x',
  '##[error]x',
  '::set-output name=a::b',
  '\\u202egnp.exe',
  '\\u2028',
  '&lt;b&gt;',
  '</details></table>',
  '# heading',
  '- item',
  'https://evil.example',
  'www.evil.example',
  '{{constructor}}',
];
const PIECES = [
  ...HOSTILE,
  ...'"results": "evidence": "status": "fix": "goal": "label": "target": "score_pct": "history": "latest": "log":'.split(
    ' ',
  ),
  ...'{ } [ ] , null -1 101 1e999 "" {} [] "pass" "broken" "n_a" "https://site.example/" "javascript:alert(1)"'.split(
    ' ',
  ),
];

/** Elements that no page of ours has in its main part. */
const FOREIGN = new Set('script iframe object embed img link meta base style svg:script'.split(' '));
// biome-ignore lint/suspicious/noControlCharactersInRegex: what terminals interpret is looked for
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
/** What is shown may be so many times as long as what was read: a page names a target a dozen times. */
const MAX_TIMES = 40;
const MIN_SHOWN = 1_000_000;

/** The ways to show a scorecard as text. */
const TEXTS: readonly ((envelope: StoredEnvelope) => string)[] = [
  (envelope) => renderTerminal(envelope, { color: false, width: 80, verbose: true }),
  (envelope) => renderMarkdown(envelope),
  (envelope) => renderCompareText(compareEnvelopes(envelope, ENVELOPE), { color: false, width: 80 }),
  (envelope) => renderComment(reportFor({ envelope, base: ENVELOPE })),
  (envelope) => renderSarif(reportFor({ envelope, base: ENVELOPE })),
  (envelope) => renderJunit(reportFor({ envelope })),
  (envelope) => renderGithub(reportFor({ envelope })),
  (envelope) => renderGitlab(reportFor({ envelope })),
];

/** Shows a scorecard in one of the ways; nothing that it quotes may become more than text. */
function show(envelope: StoredEnvelope, turn: number): void {
  const most = MIN_SHOWN + MAX_TIMES * JSON.stringify(envelope).length;
  const asText = TEXTS[turn % (TEXTS.length + 1)];
  if (asText !== undefined) {
    const text = asText(envelope);
    atMost('characters that are shown', text.length, most);
    must(!CONTROLS.test(text), () => `a control character in ${JSON.stringify(CONTROLS.exec(text))}`);
    return;
  }
  const { main, title, description } = scorecardPage({ envelope, site: 'https://catalog.example' });
  atMost('characters of the page', main.length + title.length + description.length, most);
  mustBeOwnMarkup(main);
}

/** What a site says makes no element, no attribute that runs, and no link but to the web. */
function mustBeOwnMarkup(markup: string): void {
  const visit = (node: TreeNode | undefined): void => {
    for (let one = node; one !== undefined; one = one.next) {
      if (one.kind === 'text') continue;
      const { name, attributes } = one;
      must(!FOREIGN.has(name), () => `a page with <${name}>`);
      for (const [attribute, value] of attributes) {
        must(!attribute.startsWith('on'), () => `<${name} ${attribute}="${value.slice(0, 80)}">`);
        if (attribute === 'href' || attribute === 'src' || attribute === 'action')
          must(/^(?:https?:|\/|#|$)/.test(value), () => `<${name} ${attribute}="${value.slice(0, 80)}">`);
      }
      visit(one.first);
    }
  };
  visit(buildTree(`<!doctype html><body>${markup}`).first);
}

/** Reads as `compare` and the store do, from a file; what is no scorecard is said to be none. */
async function readFiles(input: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-scorecard-'));
  const path = join(folder, `${HOST}.json`);
  const output = { session: { context: { cwd: folder } } } as Parameters<typeof readScorecard>[1]['output'];
  try {
    writeFileSync(path, input);
    for (const read of [
      () => readScorecard(path, { output, timeoutMs: 1_000 }),
      () => new Store({ results: folder, recordings: folder, dryRun: true }).read(HOST),
    ]) {
      await read().catch((error: unknown) => {
        must(error instanceof AuditError, () => `throws ${String(error)}`);
        mustBePlain('a message', error.message.replaceAll('\n', ' '), 1_000);
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const scorecardTarget: FuzzTarget = {
  name: 'scorecard',
  inputs: hostile(
    [
      JSON.stringify(ENVELOPE),
      JSON.stringify(STORED),
      ...GENERATIONS.map((name) =>
        JSON.stringify(envelopeOfGeneration(name, { host: HOST, absent: ['robots'] })),
      ),
      JSON.stringify(fileOfGeneration('newer', { host: HOST })),
    ],
    PIECES,
  ),
  async run(input) {
    await readFiles(input);
    let data: unknown;
    try {
      data = JSON.parse(input);
    } catch {
      // Any text at all may be what a site answered.
      const evidence = says(input.slice(0, 3_000));
      show(envelopeFor({ verdict: () => ({ status: 'broken', evidence }) }), input.length);
      return;
    }
    const read = storedEnvelopeSchema.safeParse(data);
    if (read.success) show(read.data, input.length);
  },
  worst: {
    'long evidence': (size) =>
      JSON.stringify(
        envelopeFor({
          verdict: (_, i) => ({ status: 'broken', evidence: says('a '.repeat(i === 0 ? size / 2 : 10)) }),
        }),
      ),
    'long addresses': (size) =>
      JSON.stringify({ ...ENVELOPE, auditor_url: `https://x.example${'/score'.repeat(size / 6)}` }),
    'names of a target': (size) => JSON.stringify({ ...ENVELOPE, target: 'a'.repeat(size) }),
    discoveries: (size) =>
      JSON.stringify({
        ...ENVELOPE,
        scorecard: {
          ...ENVELOPE.scorecard,
          mcp_discovery: Array.from({ length: size / 16 }, () => ({ source: 'a' })),
        },
      }),
    arrays: (size) => filled(size, '['),
    lines: (size) => filled(size, '{}\n'),
    'white space': (size) => filled(size, ' ', '{', '}'),
  },
};
