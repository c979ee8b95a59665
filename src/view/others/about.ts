/** What the pages about other tools say of themselves, and the words that they share with their Markdown forms. */
import { CHECK_COUNT } from '../../catalogue/index.ts';
import type { About } from '../about.ts';
import { statusWord } from '../words.ts';
import { VERDICT_WORDS } from './comparison.ts';
import { OTHER_TOOLS } from './index.ts';
import type { Correspondence, KnownCase, OtherTool } from './model.ts';

const NAMES = OTHER_TOOLS.map(({ short }) => short);
const THEIR_COUNT = OTHER_TOOLS.reduce((sum, { checks }) => sum + checks.length, 0);

export const ABOUT_OTHERS: About = {
  title: 'Why others differ',
  description: `Our ${CHECK_COUNT} checks beside the ${THEIR_COUNT} of ${NAMES.slice(0, -1).join(', ')} and ${NAMES.at(-1)}: which correspond, which have no counterpart, and why the same site gets different verdicts, with sources.`,
};

export const OTHERS_LEAD = `Four other tools ask whether a site is ready for agents. A site can pass there and fail here, or the other way round, and both can be right: they ask different things. Here each of their checks stands beside ours, with the reason and the source.`;

export const OTHERS_FAIR =
  'Everything here is in our own words, from their code or from what they publish. Where something is not published, it says so. If you make one of these tools and something is wrong or out of date, tell us and we will correct it.';

export const HOW_TO_READ = [
  '“Wider” and “narrower” say how much their check looks at, beside ours; “stricter” says which of the two asks more.',
  'Under some reasons are pairs of verdicts that one site can get, each with its own reason.',
] as const;

export const ABOUT_COMPARE_OTHER: About = {
  title: 'Compare with another tool',
  description:
    'Sets a scorecard of ours beside a report of Lighthouse or afdocs, verdict by verdict, with the reason where they differ. In your browser; nothing is sent.',
};

export const COMPARE_OTHER_LEAD =
  'Choose a report of Lighthouse or afdocs and a scorecard of the same site. You see verdict by verdict what each says, whether they agree, and why not.';

export const NOTHING_IS_SENT =
  'Files are read in your browser and are not sent anywhere. The only thing that this page asks our server for is the published scorecard of the host, if you ask for it.';

/** `Ours MISSING, theirs not applicable` */
export function caseText({ ours, theirs }: KnownCase): string {
  return `Ours ${ours.map(statusWord).join(' or ')}, theirs ${theirs.map((verdict) => VERDICT_WORDS[verdict]).join(' or ')}`;
}

/** What stands in one line of a tool's table. */
export interface OtherLine {
  readonly other: OtherTool['checks'][number];
  /** Whether it is the first of its check, which carries the anchor. */
  readonly first: boolean;
  readonly correspondence: Correspondence | undefined;
}

export function linesOf({ checks }: OtherTool): readonly OtherLine[] {
  return checks.flatMap((other): OtherLine[] =>
    other.ours.length === 0
      ? [{ other, first: true, correspondence: undefined }]
      : other.ours.map((correspondence, i) => ({ other, first: i === 0, correspondence })),
  );
}

/** How many of a tool's checks have a counterpart among ours, and of ours among theirs. */
export function tallyOf({ checks }: OtherTool): { readonly theirs: number; readonly ours: number } {
  const paired = checks.filter(({ ours }) => ours.length > 0);
  return {
    theirs: paired.length,
    ours: new Set(paired.flatMap(({ ours }) => ours.map(({ check }) => check))).size,
  };
}
