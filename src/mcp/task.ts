/** What fails on a site as a task for a coding agent: one item a change, all of them named, as much of each as there is room for. */

import { npxCommand } from '../npx.ts';
import { markdownCode, markdownLines, markdownProse, markdownText } from '../render/escape.ts';
import { nothingToFix } from '../render/fix-plan.ts';
import { shellWord } from '../render/shell-quote.ts';
import { bytesIn } from '../scorecard/bounds.ts';
import { EVIDENCE_WARNING, fence } from '../scorecard/remediation.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import type { Library } from '../service-api.ts';
import { isFailedResult } from '../view/advice.ts';
import { FIX_CHANGES, FIX_ORDER } from '../view/fix-changes.ts';
import { type Fix, type FixPlan, fixPlanOf } from '../view/fix-plan.ts';
import { FIX_HEADING, sectionOf } from '../view/guide-text.ts';
import type { Platform } from '../view/platforms.ts';
import { platformsOfAudit } from '../view/platforms-seen.ts';
import { keywordWord, plural, recovered, statusWord } from '../view/words.ts';
import { blocks } from './texts.ts';

/**
 * The plan of the command line, for what a scorecard found wrong.
 *
 * @param platforms that were named; where none were, those that the audit saw
 */
export async function sitePlan(
  library: Library,
  envelope: StoredEnvelope,
  platforms: readonly Platform[],
): Promise<FixPlan> {
  const seen = platformsOfAudit(envelope.scorecard);
  const failed = new Set(envelope.scorecard.results.filter(isFailedResult).map(({ id }) => id));
  // A document that is written whole says what the checks ask for that apply once it is there.
  const ids = FIX_CHANGES.filter(({ checks }) => checks.some((id) => failed.has(id))).flatMap(
    ({ checks }) => checks,
  );
  const guides = new Map(
    await Promise.all(
      ids.map(async (id) => [id, sectionOf((await library.guide(id)) ?? '', FIX_HEADING)] as const),
    ),
  );
  return fixPlanOf(envelope, {
    program: npxCommand(library.origin),
    guideOf: (id) => guides.get(id) ?? '',
    audited: shellWord(new URL(envelope.target_url).origin),
    ...(platforms.length > 0 ? { platforms } : { platforms: seen.platforms, recognised: seen.recognised }),
    limit: Number.POSITIVE_INFINITY,
  });
}

/**
 * The task.
 *
 * @param most its bytes in JSON
 */
export function taskText(plan: FixPlan, most: number): string {
  const name = markdownText(plan.target);
  if (plan.fixes.length === 0) return `Make ${name} ready for AI agents. ${markdownText(nothingToFix(plan))}`;
  const head = [
    `Make ${name} ready for AI agents, in ${plural(plan.fixes.length, 'change')}. ${FIX_ORDER} Make each that this project can make, and say which ones it cannot.`,
    EVIDENCE_WARNING,
  ];
  const unknown =
    plan.unknown.length === 0
      ? []
      : [`Failed checks that are not known here: ${plan.unknown.map(markdownCode).join(', ')}.`];
  const end = [
    ...unknown,
    stepsNote(plan),
    `Verify a change: ${markdownCode(plan.fixes[0]?.verify ?? '')}, with its checks.`,
  ];
  const items = plan.fixes.map((fix, i) => formsOf(fix, i + 1));
  return blocks([...head, ...fitting(items, most - bytesIn(blocks([...head, ...end])) - SEAM), ...end]);
}

/** Around the items. */
const SEAM = 8;

function stepsNote({ platforms, recognised, target }: FixPlan): string {
  const names = platforms.map(({ name }) => name).join(', ');
  const made =
    names === ''
      ? 'With the argument platforms (nginx, express …) this has the steps for that software.'
      : `Steps are for ${names}${recognised === undefined ? '' : `, recognised by ${markdownText(recognised)}; the argument platforms names others`}.`;
  return `${made} What is not here: get_fix with check_id, target ${markdownCode(target)} and platform.`;
}

/** The longest form of each for which there is room: first what all of them need, then the steps, from the first change on. */
function fitting(items: readonly (readonly string[])[], most: number): string[] {
  const sizes = items.map((forms) => forms.map((form) => bytesIn(`${form}\n\n`)));
  const shown = items.map(() => 0);
  let free = most - sizes.reduce((sum, [first = 0]) => sum + first, 0);
  for (const level of [1, 2]) {
    if (shown.includes(level - 2)) break;
    for (const [i, own] of sizes.entries()) {
      const more = (own[level] ?? 0) - (own[shown[i] ?? 0] ?? 0);
      if (more > free) continue;
      free -= more;
      shown[i] = level;
    }
  }
  return items.map((forms, i) => forms[shown[i] ?? 0] ?? '');
}

/** A change by name, with what was seen and is asked, with what is written for it. */
function formsOf(fix: Fix, number: number): [string, string, string] {
  const { title, points, checks, document, installs, snippet } = fix;
  const each = checks.map(
    ({ id, keyword, status }) => `${markdownCode(id)} ${keywordWord(keyword)} ${statusWord(status)}`,
  );
  const named = `${number}. **${markdownProse(title)}**${points === undefined ? '' : ` (${recovered(points)})`}: ${each.join(', ')}`;
  const told = [
    named,
    ...checks.flatMap(({ id, change }) =>
      change === undefined ? [] : [`- ${markdownCode(id)}: ${markdownProse(change)}`],
    ),
    fence(...checks.map(({ id, evidence }) => `${id}: ${evidence}`)),
  ].join('\n');
  const whole = blocks([
    told,
    ...(document === undefined
      ? []
      : [
          `${document.part ? `Add to ${document.path} what it lacks of this.` : `Write ${document.path}, whole.`} ${document.note}\n\n${markdownLines(document.text.trimEnd().split('\n'))}`,
        ]),
    ...(installs.length === 0 ? [] : [`Install: ${installs.map(markdownCode).join('; ')}`]),
    ...(snippet === '' ? [] : [snippet]),
  ]);
  return [named, told, whole];
}
