/** Describes sites that could not be audited or whose owner opted out, in all formats. */

import type { ListingState } from '../audit/scorecard/listing-state.ts';
import { instant } from '../audit/scorecard/words.ts';
import { npxCommand } from '../base/npx.ts';
import { plural } from '../base/text.ts';

/** Returns text such as `has refused automated clients since 2026-11-20, by a Cloudflare challenge`. `by` is untrusted. */
export function stateText({ state, since, by }: Pick<ListingState, 'state' | 'since' | 'by'>): string {
  const day = instant(since).slice(0, 10);
  if (state === 'unreachable') return `has not answered since ${day}`;
  if (state === 'declined') return `declined to be audited on ${day}`;
  return `has refused automated clients since ${day}${by === undefined ? '' : `, by ${by}`}`;
}

type ApartCounts = Readonly<Record<'refusing' | 'declined' | 'unreachable', number>>;

export function apartCount({ refusing, declined, unreachable }: ApartCounts): number {
  return refusing + declined + unreachable;
}

/** Returns how many sites cannot be audited, and why, such as `2 sites refuse automated clients, 1 does not answer`. */
export function apartText({ refusing, declined, unreachable }: ApartCounts): string {
  return [
    ...(refusing > 0
      ? [`${plural(refusing, 'site')} ${refusing === 1 ? 'refuses' : 'refuse'} automated clients`]
      : []),
    ...(declined > 0 ? [`${plural(declined, 'site')} declined to be audited`] : []),
    ...(unreachable > 0
      ? [`${plural(unreachable, 'site')} ${unreachable === 1 ? 'does' : 'do'} not answer`]
      : []),
  ].join(', ');
}

/** Why a site cannot be audited, in a few words, for titles and tables. */
export const STATE_WORDS: Readonly<Record<ListingState['state'], string>> = {
  refuses: 'refuses automated clients',
  declined: 'declined to be audited',
  unreachable: 'does not answer',
};

/** Why a site cannot be audited, as a label next to the name of the site. */
export const STATE_LABELS: Readonly<Record<ListingState['state'], string>> = {
  refuses: 'REFUSES',
  declined: 'DECLINED',
  unreachable: 'NO ANSWER',
};

export const STATE_MEANS: Readonly<Record<ListingState['state'], string>> = {
  refuses:
    'Something in front of the site turned away every request of the audit, so nothing is known about the site itself. It has no score, no rank, and no part in any average. Agents that identify themselves as openly probably meet the same wall.',
  declined:
    'Its owner says in robots.txt that this auditor is not welcome. The auditor reads only that file, so the site has no score, no rank, and no part in any average, and what earlier audits found is no longer shown. This says nothing about how ready the site is.',
  unreachable:
    'No request of the audit got an answer, so nothing is known about the site. It has no score, no rank, and no part in any average.',
};

/** An action that the site's owner can take. Backticks in its text mark code. */
interface Remedy {
  readonly title: string;
  readonly text: string;
  readonly command?: string;
  readonly link?: { readonly href: string; readonly label: string };
}

export function remediesFor(
  { state }: Pick<ListingState, 'state'>,
  target: string,
  origin: string,
): readonly Remedy[] {
  const inside: Remedy = {
    title: 'Audit it from inside',
    text: 'The command line makes the same scorecard from behind the wall: on the machine that serves the site, or with `--network any` inside its network.',
    command: `${npxCommand(origin)} http://localhost:3000`,
  };
  if (state === 'declined') {
    return [
      {
        title: 'Have it audited again',
        text: 'Take the group that names `AgentReadinessAuditor` out of robots.txt, or let it allow `/`. The next audit then scores the site.',
        link: { href: '/about-the-auditor#to-decline', label: 'How an owner declines' },
      },
      {
        ...inside,
        text: 'The command line makes a scorecard that nobody else sees, on the machine that serves the site or with `--network any` inside its network. It says that robots.txt declines, and continues.',
      },
    ];
  }
  if (state === 'unreachable') {
    return [
      {
        title: 'See whether it answers',
        text: `Request the home page with a program from outside your network. Any status below 500 is enough for the next audit to see the site.`,
        command: `curl -sI https://${target}/`,
      },
      inside,
    ];
  }
  return [
    {
      title: 'Let the auditor in',
      text: 'Allow requests whose User-Agent contains `AgentReadinessAuditor` in your bot protection, before its challenge. The next audit then scores the site.',
      link: { href: '/about-the-auditor#to-let-it-in', label: 'How to recognize and allow the auditor' },
    },
    {
      title: 'Let agents in',
      text: 'The auditor is one of many. This guide says how to let your readers’ agents through common walls.',
      link: { href: '/fix/agent-ua-reachable', label: 'Guide to agent-ua-reachable' },
    },
    inside,
  ];
}
