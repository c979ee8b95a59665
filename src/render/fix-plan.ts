/** A plan of fixes: as prompts for a terminal, and as Markdown that a coding agent works through. */
import { EVIDENCE_WARNING, evidenceWarning, fence } from '../scorecard/remediation.ts';
import type { Fix, FixPlan } from '../view/fix-plan.ts';
import type { StackFiles } from '../view/guide-files.ts';
import { keywordWord, plural, recovered, statusWord } from '../view/words.ts';
import {
  forTerminal,
  markdownCode,
  markdownLines,
  markdownLink,
  markdownProse,
  markdownText,
} from './escape.ts';
import { type Paint, painter } from './layout.ts';

/** What stands at the end of a plan. */
export interface Proof {
  /** Said before the commands, in Markdown. */
  readonly note: string;
  readonly commands: readonly string[];
}

/** How a check stands that does not fail, behind its id. */
const STANDING: Readonly<Record<string, string>> = {
  pass: 'passes',
  n_a: 'does not apply to this site',
  error: 'could not be seen',
  skip: 'was not run',
};

/** What is said where nothing is to be fixed. Untrusted. */
export function nothingToFix(plan: FixPlan): string {
  const { target, unseen, unknown, waived, standing } = plan;
  const also = omittedNote(plan);
  if (unknown.length > 0 || waived.length > 0) return ['Nothing else to fix.', ...also].join(' ');
  if (standing.length > 0) {
    const each = standing.map(({ id, status }) => `${id} ${STANDING[status] ?? `is ${status}`}`);
    return `Nothing to fix: ${each.join(', ')}.`;
  }
  const but =
    unseen === 0 ? '' : ` in what could be seen (${plural(unseen, 'check')} could not be, or did not run)`;
  return `Nothing to fix: no check of ${target} fails${but}.`;
}

/** The prompts one after the other, ready to be copied: lines are not wrapped. Ends in a line feed. */
export function renderFixText(plan: FixPlan, { color }: { readonly color: boolean }): string {
  if (plan.fixes.length === 0) return `${forTerminal(nothingToFix(plan))}\n`;
  const paint = painter(color);
  const blocks = [
    [
      `Make ${forTerminal(plan.target)} ready for AI agents. An audit found the following; the fix that gains most comes first.`,
      'Make each change that this project can make, and say which ones it cannot.',
      EVIDENCE_WARNING,
    ].join('\n'),
    ...plan.fixes.map((fix, i) => [headline(fix, i + 1, paint), promptOf(fix)].join('\n')),
    ...omittedNote(plan).map((text) => forTerminal(text)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function headline({ id, label, keyword, status, points }: Fix, number: number, paint: Paint): string {
  const gain = points === undefined ? '' : `, ${recovered(points)}`;
  return paint('bold', `${number}. ${label} (${id}, ${keywordWord(keyword)}, ${statusWord(status)}${gain})`);
}

/** The prompt without the warning, which is said once. */
function promptOf({ prompt }: Fix): string {
  return prompt.startsWith(EVIDENCE_WARNING) ? prompt.slice(EVIDENCE_WARNING.length).trimStart() : prompt;
}

/** What is not in the plan, a sentence each. Untrusted. */
function omittedNote({ fixes, total, unknown, waived }: FixPlan): string[] {
  const more = total - fixes.length;
  return [
    ...(more > 0 ? [`${more} more of ${total} not shown: a higher --limit shows them.`] : []),
    ...waived.map(
      ({ check, reason, expires }) => `Left out: ${check}, waived until ${expires} (“${reason}”).`,
    ),
    ...(unknown.length > 0 ? [`Failed checks that this version does not have: ${unknown.join(', ')}.`] : []),
  ];
}

/** The plan as Markdown: a checklist, a section for each fix, and how to prove that all is done. */
export function renderFixPlan(plan: FixPlan, proof: Proof): string {
  const title = `# Make ${markdownText(plan.target)} ready for AI agents`;
  if (plan.fixes.length === 0) return `${title}\n\n${markdownText(nothingToFix(plan))}\n`;
  const blocks = [
    title,
    `An audit found ${plural(plan.fixes.length, 'thing')} to fix; what gains most comes first. ` +
      'Make each change that this project can make, verify it with its command, and tick its box. ' +
      'Where this project cannot make a change, leave the box empty and say why below it. ' +
      'Do not publish an empty or false document to make a check pass: what is there and broken costs more than what is missing.',
    evidenceWarning(markdownCode),
    ...plan.fixes.flatMap((fix, i) => section(fix, i + 1)),
    ...omittedNote(plan).map((text) => markdownText(text)),
    '## Prove it',
    proof.note,
    shell(proof.commands),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function section(fix: Fix, number: number): string[] {
  const { id, label, keyword, status, points, goal, change, resources, snippet } = fix;
  const gain = points === undefined ? '' : ` · ${recovered(points)}`;
  return [
    `## ${number}. ${markdownProse(label)}`,
    `- [ ] ${markdownCode(id)} · ${keywordWord(keyword)} · ${statusWord(status)}${gain}`,
    `**Goal:** ${markdownProse(goal)}`,
    `**Change:** ${markdownProse(change)}`,
    '**Seen:**',
    markdownLines(seen(fix)),
    ...filesOf(fix),
    ...(snippet === undefined ? [] : [snippet]),
    `**Guide:** ${markdownCode(fix.guide)}; ${resources.map((one) => markdownLink(one.label, one.url)).join(', ')}`,
    '**Verify:**',
    shell([fix.verify]),
  ];
}

/** The requests with their answers, then the evidence, fenced as what they are: untrusted. */
function seen({ requests, moreRequests, evidence }: Fix): string[] {
  const lines = requests.map(({ request, found }) => (found === '' ? request : `${request}: ${found}`));
  const more = moreRequests > 0 ? [`and ${plural(moreRequests, 'more request')}`] : [];
  return fence(...lines, ...more, evidence).split('\n');
}

function filesOf({ files, stacks }: Fix): string[] {
  const lines = [
    ...(files.length === 0 ? [] : [`- this project: ${codes(files)}`]),
    ...stacks.map((one) => `- ${nameOf(one)}: ${codes(one.files)}`),
  ];
  return lines.length === 0 ? [] : ['**Files it concerns:**', lines.join('\n')];
}

const nameOf = ({ platform }: StackFiles) => (platform === undefined ? 'any stack' : platform.name);
const codes = (files: readonly string[]) => files.map(markdownCode).join(', ');

/** Commands in a block; each is one line. */
function shell(commands: readonly string[]): string {
  return markdownLines(commands, 'sh');
}
