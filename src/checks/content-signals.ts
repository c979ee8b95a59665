/** What does the site say about the use of its content? */

import { answerFacts } from '../evidence/facts.ts';
import type { RootPage } from '../evidence/root.ts';
import type { Found, Surface } from '../evidence/surface.ts';
import { isKnownSignal, parseContentSignals } from '../parse/content-signal.ts';
import {
  isPreference,
  parseContentUsage,
  parseContentUsageRule,
  type UsagePreference,
} from '../parse/content-usage.ts';
import { headerOf } from '../parse/headers.ts';
import type { RobotsTxt } from '../parse/robots.ts';
import { plain } from '../parse/text.ts';
import { absent, broken, check, couldNotSee, noncompliant, pass, type Verdict, whereFound } from './check.ts';

/** Lines of one kind that are read. */
const MAX_LINES = 100;
/** What is shown of a list of signals. */
const MAX_SHOWN = 8;

export const contentSignals = check('content-signals', {
  needs: ['robots'],
  uses: ['root'],
  evaluate: ({ robots, root }) => whereFound(robots, (surface) => statesUse(surface, root)),
});

/** What states a use passes, wherever it stands; only where nothing does, the faults count. */
function statesUse({ value, evidence }: Found<RobotsTxt>, root: Surface<RootPage>): Verdict {
  const signals = value.contentSignals.slice(0, MAX_LINES).flatMap(parseContentSignals);
  const known = list(signals.filter(isKnownSignal));
  const unknown = list(signals.filter((signal) => !isKnownSignal(signal)));
  const lines = value.contentUsages.slice(0, MAX_LINES).map((line) => parseContentUsageRule(line) ?? []);
  const field = root.state === 'found' ? headerOf(root.answer.headers, 'content-usage') : undefined;
  const inHeader = field === undefined ? [] : (parseContentUsage(field) ?? []);

  const inRobots = [
    known === '' ? '' : `Content-Signal: ${known}${unknown === '' ? '' : `; not known: ${unknown}`}`,
    usageOf(lines.flat()),
  ].filter((part) => part !== '');
  if (inRobots.length > 0) return pass(evidence, inRobots.join('; '));
  const header = usageOf(inHeader);
  if (header !== '' && root.state === 'found') return pass(answerFacts(root.answer, `header ${header}`));
  if (root.state === 'unseen') return couldNotSee(root);

  if (value.contentSignals.length > 0) {
    const shown = unknown === '' ? '' : `: ${unknown}`;
    return broken(evidence, `a Content-Signal line without a known signal${shown}`);
  }
  if (value.contentUsages.length > 0 || field !== undefined) {
    const said = plain(value.contentUsages[0] ?? field ?? '', 80);
    return noncompliant(evidence, `Content-Usage: ${said} states no preference of the vocabulary`);
  }
  return absent(evidence, 'neither Content-Signal nor Content-Usage');
}

/** `Content-Usage: train-ai=n` of the preferences that are stated; empty where none is. */
function usageOf(preferences: readonly UsagePreference[]): string {
  const stated = preferences.filter(isPreference);
  const shown = list(stated.map(({ category, value = '' }) => ({ name: category, value })));
  return shown === '' ? '' : `Content-Usage: ${shown}`;
}

function list(signals: readonly { name: string; value: string }[]): string {
  const shown = signals.map(({ name, value }) => plain(`${name}=${value}`, 40));
  return [...new Set(shown)].slice(0, MAX_SHOWN).join(', ');
}
