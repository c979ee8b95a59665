/** Renders a scorecard as Markdown. Failures appear below the change that fixes them, and other checks only as ids. */

import { formPath } from '../../audit/scorecard/address.ts';
import { evidenceWarning, fence } from '../../audit/scorecard/remediation.ts';
import type { Envelope, Result } from '../../audit/scorecard/schema.ts';
import { LEFT_OUT } from '../../audit/scorecard/score.ts';
import { headlineOf, ownPaths } from '../../audit/scorecard/title.ts';
import { hasNoVerdict } from '../../audit/scorecard/verdict-word.ts';
import { KEYWORD_WORDS, STATUS_WORDS } from '../../audit/scorecard/words.ts';
import {
  markdownCode,
  markdownCodeCell,
  markdownLink,
  markdownProse,
  markdownText,
  markdownUrl,
} from '../../base/escape.ts';
import { leadsNowhere } from '../../base/versions.ts';
import type { Cause, FailedResult } from '../../fix/failures.ts';
import { alsoText, fixIntro, fixList, gainAndCount } from '../fix-list.ts';
import { placeText } from '../place.ts';
import { type CategoryView, type ScorecardView, type SinceView, scorecardView } from '../scorecard-view.ts';
import { table } from './document.ts';

/** Returns a scorecard as Markdown. `published`: whether the catalog has a page for this scorecard. */
export function renderMarkdown(envelope: Envelope, { onlyFailures = false, published = true } = {}): string {
  const view = scorecardView(envelope);
  const quotes = quotesOf(envelope, view);
  const blocks = [
    ...header(view),
    ...(quotes.length === 0 ? [] : [evidenceWarning(markdownCode)]),
    ...comparedMarkdown(envelope, view.since),
    ...failures(envelope, published),
    ...unseen(envelope, view),
    ...(quotes.length === 0 ? [] : ['## What was seen', fence(...quotes)]),
    ...categories(view, onlyFailures),
    ...(published ? closing(envelope) : COMMANDS),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function header({ relative, global, mcp, ...view }: ScorecardView): string[] {
  const counts = view.counts.map(({ count, word }) => `${count} ${markdownText(word)}`);
  return [
    `# ${markdownText(view.target)}`,
    ...(view.partial === undefined ? [] : [`> **${markdownText(view.partial)}**`]),
    ...(view.otherRules === undefined ? [] : [`> ${markdownText(view.otherRules)}`]),
    markdownText(`${view.verdict.what}.`),
    [
      ...(view.noScore === undefined
        ? [relative, global].map(
            ({ name, value, label, meaning }) => `- **${name}: ${value}% ${label}.** ${meaning}`,
          )
        : [`- **${view.noScore}**`]),
      `- **Checks:** ${counts.join(', ')}`,
      `- **Audited:** ${markdownUrl(view.address)}${inPlaceOf(view)}, ${view.audited}, standard ${markdownText(view.standard)}, rules ${view.rules}`,
      ...(view.siteType === null ? [] : [`- **Site type:** ${markdownText(view.siteType)}`]),
      ...(view.cost === undefined ? [] : [`- **Cost:** ${view.cost}`]),
      `- **MCP:** ${mcp.endpoint === null ? mcp.state : mcp.isPlain ? markdownCode(mcp.endpoint) : 'found at an address that is quoted below'}${mcp.note === undefined ? '' : `. ${mcp.note}`}`,
    ].join('\n'),
  ];
}

function inPlaceOf({ canonical }: Pick<ScorecardView, 'canonical'>): string {
  return canonical === undefined ? '' : ` in place of ${markdownUrl(canonical)}`;
}

function failures(envelope: Envelope, published: boolean): string[] {
  const groups = fixList(envelope.scorecard);
  if (groups.length === 0) return [];
  const items = groups.map(
    (group, i) =>
      `${i + 1}. **${markdownText(group.title)}** (${gainAndCount(group)})\n${group.causes.map((cause) => causeItem(cause, published)).join('\n')}`,
  );
  return [
    '## What to fix',
    fixIntro(envelope.scorecard, groups),
    ...(published ? briefLine(envelope) : []),
    items.join('\n'),
  ];
}

/** Returns a link to the brief (the page of fixes). An audit that was cut short is not stored, so it has no brief. */
function briefLine({ scorecard_url, cut_short }: Envelope): string[] {
  if (cut_short === true) return [];
  const { origin, pathname, search } = new URL(scorecard_url);
  const url = origin + formPath(pathname + search, 'fix.md');
  return [
    `The brief, one page for a coding agent with the responses that each change must produce: ${markdownUrl(url)}`,
  ];
}

function causeItem(cause: Cause, published: boolean): string {
  const { failure, also } = cause;
  const { status, keyword, remediation } = failure;
  const named = ({ id, remediation }: Pick<FailedResult, 'id' | 'remediation'>) => {
    const guide = published ? remediation?.skill_url : undefined;
    return guide === undefined || leadsNowhere(guide) ? markdownCode(id) : markdownLink(id, `${guide}.md`);
  };
  return [
    `   - ${STATUS_WORDS[status]} ${KEYWORD_WORDS[keyword]} ${named(failure)}: ${markdownText(headlineOf(failure))}`,
    ...(published || remediation === undefined ? [] : [`     ${markdownProse(remediation.fix)}`]),
    ...(also.length === 0 ? [] : [`     ${alsoText(cause)}: ${also.map(named).join(', ')}`]),
  ].join('\n');
}

function unseen(envelope: Envelope, { hasUnseen }: ScorecardView): string[] {
  if (!hasUnseen) return [];
  const results = envelope.scorecard.results.filter(hasNoVerdict);
  const items = results.map(
    ({ id, status, keyword }) =>
      `- ${markdownText(STATUS_WORDS[status])} ${KEYWORD_WORDS[keyword]} ${markdownCode(id)}`,
  );
  return ['## Not tested', `These say nothing about the site: they are ${LEFT_OUT}.`, items.join('\n')];
}

/** Returns quotes from the site: evidence with the ids of its checks, and an MCP endpoint that could instruct agents. */
function quotesOf(envelope: Envelope, { mcp }: ScorecardView): string[] {
  const { scorecard } = envelope;
  const failed = fixList(scorecard).flatMap(({ causes }) => causes.map(({ failure }) => failure));
  const quoted = [...failed, ...scorecard.results.filter(hasNoVerdict)];
  return [
    ...(mcp.isPlain ? [] : [`MCP endpoint: ${mcp.endpoint}`]),
    ...Array.from(
      Map.groupBy(quoted, ({ evidence }) => ownPaths(evidence, envelope)),
      ([text, checks]) => `${checks.map(({ id }) => id).join(', ')}: ${text}`,
    ),
  ];
}

/** Returns the categories with the ids of checks that pass or do not apply, and the checks that were not judged. */
function categories({ categories: all, notJudged }: ScorecardView, onlyFailures: boolean): string[] {
  const others = notJudged.map(({ id }) => markdownCode(id)).join(', ');
  return [
    '## Categories',
    all.map((category) => categoryItem(category, onlyFailures)).join('\n'),
    ...(others === '' ? [] : [`Not judged then: ${others}.`]),
  ];
}

function categoryItem({ number, name, results, count, label }: CategoryView, onlyFailures: boolean): string {
  const groups = onlyFailures
    ? []
    : OTHERS.flatMap(([heading, belongs]) => {
        const ids = results.filter(belongs).map(({ id }) => markdownCode(id));
        return ids.length === 0 ? [] : [` ${heading}: ${ids.join(', ')}.`];
      });
  return `- **${number} ${markdownText(name)}** (${label}): ${count}.${groups.join('')}`;
}

/** The groups of checks that have a verdict and do not fail. */
const OTHERS: readonly (readonly [string, (result: Result) => boolean])[] = [
  ['Passes', ({ status }) => status === 'pass'],
  [
    'Optional and not implemented',
    ({ status, na_reason }) => status === 'n_a' && na_reason === 'optional-absent',
  ],
  ['Does not apply', ({ status, na_reason }) => status === 'n_a' && na_reason !== 'optional-absent'],
];

const COMMANDS = [
  '---',
  'Commands of the auditor: `fix` prints what to change, on one page for a coding agent; `explain <check>` explains one check.',
];

function closing({ json_url, scorecard_url }: Envelope): string[] {
  const site = new URL(scorecard_url).origin;
  return [
    '---',
    `Also available as ${markdownLink('a page', scorecard_url)} and, in full, as ${markdownLink('JSON', json_url)}. ${markdownLink('What each check requires', `${site}/checks.md`)}.`,
  ];
}

/** Returns the site's rank, and what changed since an earlier scorecard, if there is one. */
export function comparedMarkdown({ place }: Envelope, since: SinceView | undefined): string[] {
  return [...(place === undefined ? [] : [markdownText(placeText(place))]), ...sinceBlocks(since)];
}

function sinceBlocks(view: SinceView | undefined): string[] {
  if (view === undefined) return [];
  const rows = view.rows.map(({ id, title, from, to, way }) => [
    way,
    markdownText(title),
    markdownCodeCell(id),
    `${markdownText(STATUS_WORDS[from])} → ${markdownText(STATUS_WORDS[to])}`,
  ]);
  return [
    '## Since last time',
    `**${view.headline}.** ${view.compared} ${markdownText(view.explanation)}`,
    ...(rows.length === 0 ? [] : [table(['Change', 'Check', 'Id', 'Status'], rows)]),
  ];
}
