/** A plan of fixes: as prompts for a terminal, and as Markdown that a coding agent works through. */
import { EVIDENCE_WARNING, evidenceWarning, fence } from '../scorecard/remediation.ts';
import { FIX_ORDER } from '../view/fix-changes.ts';
import type { Fix, FixPlan } from '../view/fix-plan.ts';
import type { Platform } from '../view/platforms.ts';
import { keywordWord, plural, recovered, statusWord } from '../view/words.ts';
import {
  forTerminal,
  markdownCode,
  markdownLines,
  markdownLink,
  markdownProse,
  markdownText,
} from './escape.ts';
import { painter } from './layout.ts';

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
      `Make ${forTerminal(plan.target)} ready for AI agents. An audit found the following. ${FIX_ORDER}`,
      'Make each change that this project can make, and say which ones it cannot.',
      EVIDENCE_WARNING,
      ...planNotes(plan).map((text) => forTerminal(text)),
    ].join('\n'),
    ...installed(plan.installs),
    ...plan.configuration.flatMap(configurationPart),
    ...plan.fixes.map((fix, i) => [paint('bold', headline(fix, i + 1)), taskOf(fix)].join('\n')),
    ...omittedNote(plan).map((text) => forTerminal(text)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function headline({ title, points, checks }: Fix, number: number): string {
  const gain = points === undefined ? '' : ` (${recovered(points)})`;
  const each = checks.map(({ id, keyword, status }) => `${id} ${keywordWord(keyword)} ${statusWord(status)}`);
  return `${number}. ${title}${gain}: ${each.join(', ')}`;
}

/** One fix for a coding agent: all of it, the evidence delimited as untrusted. */
export function fixPromptOf(fix: Fix): string {
  return [EVIDENCE_WARNING, '', `Change: ${fix.title}`, taskOf(fix)].join('\n');
}

/** What to do, without what is said once of all. */
function taskOf(fix: Fix): string {
  const { goal, checks, guides, resources, files, installs, snippet, verify } = fix;
  return [
    `Goal: ${goal}`,
    ...checks.flatMap(({ id, change }) => (change === undefined ? [] : [`- ${id}: ${change}`])),
    evidenceOf(fix),
    ...(files.length === 0 ? [] : [`Files of this project: ${files.join(', ')}`]),
    ...documentLines(fix),
    ...(installs.length === 0 ? [] : [`Install: ${installs.join('; ')}`]),
    ...(snippet === '' ? [] : [snippet]),
    ...configuredLines(fix),
    ...sharedLines(fix),
    `Skill: ${guides.map(({ command, address }) => address ?? `run “${command}”`).join(', ')}`,
    `Docs: ${resources.map(({ label, url }) => `${label} (${url})`).join(', ')}`,
    `Verify: ${verify}`,
  ].join('\n');
}

const evidenceOf = ({ checks }: Fix) => fence(...checks.map(({ id, evidence }) => `${id}: ${evidence}`));

/** The document that a fix writes, as Markdown. */
function documentLines({ document }: Fix): string[] {
  if (document === undefined) return [];
  const { path, text, part, note, file } = document;
  const what = part ? `Add to ${path} what it lacks of this.` : `Write ${path}, whole.`;
  const where = file === undefined ? '' : ` Its file is ${markdownCode(file)}.`;
  return [`${what} ${note}${where}\n`, markdownLines(text.trimEnd().split('\n')), ''];
}

/** What has been written for an earlier change. */
function sharedLines({ shared }: Fix): string[] {
  return shared.map(
    ({ number, files }) => `${codes(files)}: also in change ${number}; there is one, with what both say.`,
  );
}

/** Where the rest of a change is. */
function configuredLines({ configured }: Fix): string[] {
  const names = configured.map(({ name }) => name).join(' and ');
  return names === '' ? [] : [`${names}: the configuration for all changes has what this one needs.`];
}

/** What is installed first. */
const installed = (lines: readonly string[]) => (lines.length === 0 ? [] : ['**Install:**', shell(lines)]);

/** The configuration for one place in it: of the guides, like snippets. */
function configurationPart({
  platform,
  place,
  note,
  language,
  text,
}: FixPlan['configuration'][number]): string[] {
  return [
    [`${platform.name}, in ${markdownCode(place)}, for all changes:`, note].join(' ').trim(),
    `\`\`\`${language}\n${text}\`\`\``,
  ];
}

/** What the snippets of a plan are for. */
function planNotes(
  { platforms, recognised, origin, fixes }: FixPlan,
  code: (text: string) => string = (text) => text,
): string[] {
  const names = platforms.map(({ name }) => name).join(', ');
  const found =
    recognised === undefined ? '' : `, recognised by ${recognised.split(', ').map(code).join(', ')}`;
  const written = fixes.some(({ document, snippet }) => document !== undefined || snippet !== '');
  return [
    platforms.length === 0
      ? `It is not known what the site is made with: ${code('--for nginx,nextjs')} puts snippets for these into the plan.`
      : `Snippets are for ${names}${found}.`,
    ...(written && platforms.length > 0 ? [...new Set(platforms.flatMap(notesOf)), TOGETHER] : []),
    ...(written && LOCAL.test(origin)
      ? [`Addresses in them are of ${code(origin)}: ${code('--canonical-origin')} names the public one.`]
      : []),
  ];
}

/** What a framework's says is of paths, which are those of the project here. */
const notesOf = ({ note, group }: Platform) =>
  note === undefined || group === 'Site frameworks' ? [] : [note];

const TOGETHER =
  'What stands in parentheses where a sentence belongs is yours to write. Parts for one platform belong together: what they have in common (a file, a block, an app) is there once.';

/** An address that only this machine has. */
const LOCAL = /^https?:\/\/(?:localhost|127\.|\[::1\])/;

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
  const failures = plan.fixes.reduce((sum, { checks }) => sum + checks.length, 0);
  const blocks = [
    title,
    `An audit found ${plural(failures, 'failure')}, which ${plural(plan.fixes.length, 'change')} can mend. ${FIX_ORDER} ` +
      'Make each change that this project can make, deploy it, verify it with its command, and tick its box. ' +
      'Where this project cannot make a change, leave the box empty and say why below it. ' +
      'Do not publish an empty or false document to make a check pass: what is there and broken costs more than what is missing.',
    planNotes(plan, markdownCode).join(' '),
    evidenceWarning(markdownCode),
    ...(plan.configuration.length === 0
      ? []
      : [
          '## Configuration, for all changes',
          ...installed(plan.installs),
          ...plan.configuration.flatMap(configurationPart),
        ]),
    ...plan.fixes.flatMap((fix, i) => section(fix, i + 1)),
    ...omittedNote(plan).map((text) => markdownText(text)),
    '## Prove it',
    proof.note,
    shell(proof.commands),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function section(fix: Fix, number: number): string[] {
  const { title, points, goal, checks, resources, snippet, guides, installs } = fix;
  const gain = points === undefined ? '' : ` (${recovered(points)})`;
  const docs = resources.map((one) => markdownLink(one.label, one.url));
  return [
    `## ${number}. ${markdownProse(title)}${gain}`,
    `**Goal:** ${markdownProse(goal)}`,
    [
      '- [ ] mends:',
      ...checks.map(
        ({ id, keyword, status, change }) =>
          `  - ${markdownCode(id)} · ${keywordWord(keyword)} · ${statusWord(status)}${change === undefined ? '' : `: ${markdownProse(change)}`}`,
      ),
    ].join('\n'),
    '**Seen:**',
    markdownLines(evidenceOf(fix).split('\n')),
    ...filesOf(fix),
    ...(fix.document === undefined ? [] : [documentLines(fix).join('\n').trim()]),
    ...installed(installs),
    ...(snippet === '' ? [] : [snippet]),
    ...configuredLines(fix),
    ...sharedLines(fix),
    `**Guide:** ${guides.map(({ command }) => markdownCode(command)).join(', ')}; ${docs.join(', ')}`,
    '**Verify:**',
    shell([fix.verify]),
  ];
}

function filesOf({ files, stacks }: Fix): string[] {
  const lines = [
    ...(files.length === 0 ? [] : [`- this project: ${codes(files)}`]),
    ...stacks.map(({ platform, files: own }) => `- ${platform.name}: ${codes(own)}`),
  ];
  return lines.length === 0 ? [] : ['**Files it concerns:**', lines.join('\n')];
}

const codes = (files: readonly string[]) => files.map(markdownCode).join(', ');

/** Commands in a block; each is one line. */
function shell(commands: readonly string[]): string {
  return markdownLines(commands, 'sh');
}
