/** Writes the brief, the list of changes for one site, as Markdown. The command line, MCP and the pages all use this text. */

import { bytesIn } from '../audit/scorecard/bounds.ts';
import { evidenceWarning, fence } from '../audit/scorecard/remediation.ts';
import { STATUS_WORDS } from '../audit/scorecard/words.ts';
import { markdownCode, markdownText } from '../base/escape.ts';
import { firstOf, plural } from '../base/text.ts';
import { type Brief, mayStayAsIs, type Part } from './brief.ts';
import { IF_UNLIMITED } from './brief-parts.ts';

/** The maximum number of checks named in a line under “Left out”. */
const MOST_NAMED = 3;

/** The length of one page in characters: as much as an agent reads at once. Longer briefs are shortened. */
const ONE_PAGE = 9_000;

const NO_EVIDENCE = 'The evidence is left out to keep this short. The scorecard has it.';

/** The title of the single part that replaces all optional parts in a shortened brief. */
export const FOLDED_TITLE = 'Optional documents that fail';

/**
 * Returns the brief as Markdown, ending in a line feed. A brief longer than one page is shortened: its optional parts become
 * one part and, if that is not enough, the evidence is left out. The result can still be longer than one page: about 12,000
 * characters if every check fails.
 */
export function briefMarkdown(brief: Brief, appendix?: string): string {
  const text = pageOf(onOnePage(brief));
  return appendix === undefined ? text : `${text}\n${appendix.trim()}\n`;
}

/** Returns the brief, shortened if its text is longer than `ONE_PAGE`. */
export function onOnePage(brief: Brief): Brief {
  const fits = (one: Brief): boolean => pageOf(one).length <= ONE_PAGE;
  if (fits(brief)) return brief;
  const short = shortened(brief);
  if (fits(short)) return short;
  return { ...short, parts: short.parts.map((part) => ({ ...part, evidence: [] })), hasNoEvidence: true };
}

/** Joins the parts about optional documents into one part at the end of the brief. All parts keep their numbers. */
function shortened(brief: Brief): Brief {
  const numbered = brief.parts.map((part, i) => ({ part, number: i + 1 }));
  const isOptional = ({ part: { fails } }: (typeof numbered)[number]): boolean =>
    fails.length > 0 && fails.every(({ keyword }) => keyword === 'may');
  const folded = numbered.filter(isOptional);
  const [first] = folded;
  if (first === undefined) return brief;
  const optional = {
    ...first.part,
    title: FOLDED_TITLE,
    numbers: rangesOf(folded.map(({ number }) => number)),
    fails: folded.flatMap(({ part }) => part.fails),
    evidence: [],
    text: 'Remove each (this costs no points) and leave out the links to it above, or correct it. For instructions to one, run the command under “Verify” with `explain <check>` instead of the address.',
  };
  const others = numbered.filter((one) => !isOptional(one));
  return {
    ...brief,
    parts: [...others.map(({ part, number }) => ({ ...part, numbers: `${number}` })), optional],
  };
}

/** Returns ascending numbers as text, with ranges for consecutive ones, for example `6, 12–15`. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: { readonly from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.to === number - 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

/**
 * Returns the brief with as many parts as fit. Names the parts that are left out.
 * @param most the maximum length in bytes, encoded as a JSON string
 * @param whole the URL of the whole brief
 */
export function boundedBrief(
  brief: Brief,
  most: number,
  whole: string,
): { readonly text: string; readonly leftOut: readonly Part[] } {
  for (let count = brief.parts.length; ; count -= 1) {
    const text = pageOf(brief, { partCount: count, whole });
    if (count === 0 || bytesIn(text) <= most) return { text, leftOut: brief.parts.slice(count) };
  }
}

/** @param cut the number of parts to show, and the URL of the whole brief */
function pageOf(brief: Brief, cut?: { readonly partCount: number; readonly whole: string }): string {
  const { parts, questions } = brief;
  const count = cut?.partCount ?? parts.length;
  const names = parts.map((part, i) => `${partHeading(part, i)}: ${checksText(part)}`).slice(count);
  const blocks = [
    mayStayAsIs(brief)
      ? `# ${markdownCode(brief.address)}: ${scoreLine(brief)}`
      : `# Make ${markdownCode(brief.address)} ready for AI agents: ${scoreLine(brief)}`,
    ...(brief.shortfall.length === 0 ? [] : [brief.shortfall.join(' ')]),
    ...(parts.length === 0
      ? [nothingToFix(brief)]
      : [
          introduction(brief),
          ...(brief.configuration === undefined ? [] : [brief.configuration]),
          ...(questions.length === 0
            ? []
            : ['## Ask the owner first', questions.map(({ text }) => `- ${text}`).join('\n')]),
          '## Required responses',
          ...(parts.some(({ evidence }) => evidence.length > 0) ? [evidenceWarning(markdownCode)] : []),
          ...(brief.hasNoEvidence === true ? [NO_EVIDENCE] : []),
          ...parts.slice(0, count).map(partText),
          ...(cut === undefined || names.length === 0
            ? []
            : [
                '### Parts that did not fit',
                names.join('\n'),
                `For each of them, call \`get_fix\` with its check and this site. The whole brief: <${cut.whole}>`,
              ]),
        ]),
    ...leftOut(brief),
    ...(parts.length === 0 ? [] : ['## Verify', `\`\`\`sh\n${brief.verify}\n\`\`\``]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Returns a part's heading, for example `2. llms.txt`. `index` is the part's position in the brief, from 0. */
export function partHeading({ numbers, title }: Part, index: number): string {
  return `${numbers ?? index + 1}. ${title}`;
}

/** Returns the scores now and after the changes, for example `relative 31% → 100%, global 4% → 33%`. */
export function scoreLine({ now, then, parts }: Brief): string {
  if (then === undefined || mayStayAsIs({ parts })) return `relative ${now.relative}%, global ${now.global}%`;
  return `relative ${now.relative}% → ${then.relative}%, global ${now.global}% → ${then.global}%`;
}

function introduction({ parts }: Brief): string {
  if (mayStayAsIs({ parts })) return `${IF_UNLIMITED} If it limits calls, make this change:`;
  const fails = parts.reduce((sum, part) => sum + part.fails.length, 0);
  const begins = parts.reduce((sum, part) => sum + part.begins.length, 0);
  const more = begins === 0 ? '' : `; ${begins} more (marked *) will apply after these changes`;
  return (
    `${plural(fails, 'check')} ${fails === 1 ? 'fails' : 'fail'} now${more}. Make all changes in one commit, then verify once. ` +
    'Leave out what you cannot know: a false or broken file costs more than none. Browsers get the same pages as before.'
  );
}

function checksText({ fails, begins }: Part): string {
  const list = (ids: readonly { readonly id: string }[]) => ids.map(({ id }) => `\`${id}\``).join(', ');
  return [
    ...Array.from(
      Map.groupBy(fails, ({ status }) => status),
      ([status, ids]) => `${STATUS_WORDS[status].toLowerCase()}: ${list(ids)}`,
    ),
    ...(begins.length === 0 ? [] : [`new: ${begins.map((id) => `\`${id}\`*`).join(', ')}`]),
  ].join('; ');
}

/** Matches evidence that only says that something is missing. */
const NOTHING_THERE =
  /^\/[\w./-]{0,60} -> (404|200 \((the same page as for unknown paths|no Link header|text\/html; requested with Accept: text\/markdown)\))$/;

function partText(part: Part, index: number): string {
  const { evidence, text } = part;
  return [
    `### ${partHeading(part, index)}`,
    checksText(part),
    ...(evidence.length === 0 || evidence.every((line) => NOTHING_THERE.test(line))
      ? []
      : [fence(...evidence)]),
    text,
  ].join('\n\n');
}

function nothingToFix({ skipped, unseen }: Brief): string {
  if (skipped.length + unseen.length > 0) return 'Nothing that was checked fails.';
  return 'Nothing to fix: every check that applies passes.';
}

function leftOut(brief: Brief): string[] {
  const { optional, notApplicable, waived, skipped, unseen, unknown } = brief;
  const list = (ids: readonly string[]) =>
    firstOf(
      ids.map((id) => markdownCode(id)),
      MOST_NAMED,
    );
  const items = [
    ...(notApplicable === 0
      ? []
      : [
          `${plural(notApplicable, 'check')} ${notApplicable === 1 ? 'does not apply or needs' : 'do not apply or need'} a login.`,
        ]),
    ...(optional.length === 0 ? [] : [`Optional and missing, which costs nothing: ${list(optional)}.`]),
    ...waived.map(
      ({ check, reason, expires }) =>
        `Declined by a waiver until ${expires}: ${markdownCode(check)} (${markdownText(reason)}).`,
    ),
    ...(skipped.length === 0 ? [] : [`Not checked in this audit: ${list(skipped)}.`]),
    ...(unseen.length === 0
      ? []
      : [`Could not be tested, so no score is forecast: ${list(unseen)}. Audit again after the changes.`]),
    ...(unknown.length === 0 ? [] : [`Failed checks that this version does not have: ${list(unknown)}.`]),
  ];
  return items.length === 0 ? [] : ['## Left out', items.map((item) => `- ${item}`).join('\n')];
}
