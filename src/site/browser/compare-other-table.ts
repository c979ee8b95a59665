/** The table of `/compare/other`. Reports and scorecards quote whatever they like: it enters the page as text only. */
import {
  NO_VERDICT,
  type OtherComparison,
  OUTCOME_WORDS,
  VERDICT_WORDS,
  type VerdictRow,
} from '../../view/others/comparison.ts';
import { statusClass, statusWord } from '../../view/words.ts';
import { element } from './dom.ts';

const HEADS = ['Our check', 'Their check', 'Outcome, and why'] as const;

export function verdictTable({ rows, tool }: OtherComparison): Element[] {
  return [
    element('thead', {}, element('tr', {}, ...HEADS.map((head) => element('th', { scope: 'col' }, head)))),
    element('tbody', {}, ...rows.map((row) => line(row, tool.id))),
  ];
}

function line({ check, label, ours, theirs, outcome, reason }: VerdictRow, tool: string): Element {
  return element(
    'tr',
    {},
    element(
      'th',
      { scope: 'row' },
      element('a', { href: `/fix/${check}` }, label),
      ...(ours === null
        ? [paragraph(NO_VERDICT)]
        : [
            element(
              'p',
              {},
              element('span', { class: `status is-${statusClass(ours.status)}` }, statusWord(ours.status)),
            ),
            ...quoted(ours.evidence),
          ]),
    ),
    element(
      'td',
      {},
      element('a', { href: `/why-others-differ#${tool}-${theirs.id}` }, element('code', {}, theirs.id)),
      element('p', {}, element('b', {}, VERDICT_WORDS[theirs.verdict])),
      ...quoted(theirs.message),
    ),
    element(
      'td',
      {},
      element('b', {}, OUTCOME_WORDS[outcome]),
      ...(reason === null ? [] : [paragraph(reason)]),
    ),
  );
}

function paragraph(text: string): Element {
  return element('p', {}, text);
}

function quoted(text: string): Element[] {
  return text === '' ? [] : [element('p', { class: 'evidence' }, text)];
}

/** Their checks without a counterpart, as items of a list. */
export function onlyTheirs({ only_theirs, tool }: OtherComparison): Element[] {
  return only_theirs.map(({ id, verdict, asks, why }) =>
    element(
      'li',
      {},
      element('a', { href: `/why-others-differ#${tool.id}-${id}` }, element('code', {}, id)),
      ` (${VERDICT_WORDS[verdict]}): ${asks} ${why}`,
    ),
  );
}

/** Our checks without a counterpart in the report, as items of a list. */
export function onlyOurs({ only_ours }: OtherComparison): Element[] {
  return only_ours.map(({ check, label, status }) =>
    element(
      'li',
      {},
      element('a', { href: `/fix/${check}` }, label),
      ` (${status === null ? NO_VERDICT : statusWord(status)})`,
    ),
  );
}
