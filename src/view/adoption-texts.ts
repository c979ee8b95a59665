/** What the adoption page says in words, in both its forms: its first figures, and what they count. */
import { rulesText } from '../scorecard/rules.ts';
import type { Adoption } from './adoption.ts';
import { checkPoints, type Point } from './adoption-points.ts';
import type { Apart } from './listed.ts';
import { apartText } from './listing-state.ts';
import { BASE_TEXT, FEW_SITES, FEW_TEXT, percentOf } from './rate.ts';
import { COUNTED_DAYS } from './verdict-periods.ts';
import { capitalized, plural } from './words.ts';

export const KINDS_TEXT =
  'The share of verdicts that pass, on the sites of a kind to which the checks apply.';

/** How the plots are read. */
export function plotsText({ days }: Adoption): string {
  const lines = days.length > 1 ? 'The lines above and below each plot are 100% and 0%. ' : '';
  return `${lines}Figures of fewer than ${FEW_SITES} sites are grey: they say little.`;
}

export const ADOPTION_HEADING = 'How many sites are ready for agents';

/** The checks that readers ask about first: to which sites each applies, and what those that pass do. */
const HEADLINES: readonly (readonly [check: string, base: string, does: string])[] = [
  [
    'agent-ua-reachable',
    'the sites with a public home page',
    'answer a request that says it comes from an AI agent',
  ],
  ['content-without-js', 'the sites whose home page is HTML', 'can be read without JavaScript'],
  ['robots-ai-rules', 'the sites with a robots.txt', 'name AI crawlers in it'],
  ['llms-txt', 'the sites', 'publish an llms.txt file'],
  ['accept-markdown', 'the sites whose home page is HTML', 'answer with Markdown when a client asks for it'],
  ['openapi', 'the sites with an API', 'describe it with OpenAPI'],
  ['mcp-tools-list', 'the sites whose MCP server offers tools', 'list each with its input schema'],
  ['agent-skills', 'the sites', 'publish an index of skills for agents'],
];

/** A figure that can be quoted: `50%`, and `of the sites with a robots.txt name AI crawlers in it (2 of 4).` */
interface Headline {
  readonly check: string;
  readonly percent: string;
  /** Whether it rests on so few sites that it says little. */
  readonly few: boolean;
  readonly text: string;
}

/** The first figures of the page; a check that applies to no site has none. */
export function headlines(adoption: Adoption): Headline[] {
  return HEADLINES.flatMap(([id, base, does]) => {
    const points = checkPoints(adoption, id);
    const last = points.at(-1);
    const percent = last === undefined ? null : percentOf(last);
    if (last === undefined || percent === null) return [];
    return [
      {
        check: id,
        percent: `${percent}%`,
        few: last.base < FEW_SITES,
        text: `of ${base} ${does} (${last.passed} of ${last.base}).${sinceText(points)}`,
      },
    ];
  });
}

/** How it was at the first point that the same rules judged, where that is another day. */
function sinceText(points: readonly Point[]): string {
  const last = points.at(-1);
  if (last === undefined) return '';
  const first = points.find(({ rules, base }) => base > 0 && rulesText(rules) === rulesText(last.rules));
  if (first === undefined || first.day === last.day) return '';
  return ` On ${first.day} it was ${percentOf(first)}% (${first.passed} of ${first.base}).`;
}

/** What a plot shows to who does not see it. */
export function plotText(points: readonly Point[]): string {
  const drawn = points.filter(({ base }) => base > 0);
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (first === undefined || last === undefined) return 'No site to which it applies';
  const at = (point: Point) => `${percentOf(point)}% on ${point.day}`;
  return first === last ? at(last) : `From ${at(first)} to ${at(last)}`;
}

/** Since when there are figures, and how they go on. */
export function spanText({ days }: Adoption): string {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined)
    return 'There are no figures yet: the first audits make the first point.';
  const sites = plural(last.sites, 'site');
  if (first.day === last.day)
    return `${sites}, last audited on ${last.day}. Trends start with the second day of audits.`;
  return `${sites}, last audited on ${last.day}. The plots begin on ${first.day}.`;
}

/** What is counted, and what is not: one item each. Backticks mark code. */
export function accountOf(adoption: Adoption, apart: readonly Pick<Apart, 'listingState'>[]): string[] {
  const { days } = adoption;
  const last = days.at(-1);
  const changes = days.filter(
    (day, i) => i > 0 && rulesText(day.rules) !== rulesText(days[i - 1]?.rules ?? day.rules),
  );
  const unseen = apartText(apart.map(({ listingState }) => listingState));
  return [
    'The sites were chosen by hand, a few of each kind. They are not a sample of the web, so a share here is a share of these sites only.',
    `${BASE_TEXT} An API check leaves out sites without an API. ${FEW_TEXT}`,
    `Sites that cannot be seen are in no figure.${unseen === '' ? ' At the moment there are none.' : ` At the moment: ${unseen}.`} Figures of earlier days keep the sites that could be seen then, unless their owner has declined.`,
    `A site counts with its newest audit, for ${COUNTED_DAYS} days at most.`,
    `Shares by different rules cannot be compared: the check may ask for something else. A day counts the rules that judged most sites${last === undefined ? '' : ` (today: ${rulesText(last.rules)})`}. ${
      changes.length === 0
        ? 'They have not changed while there were figures.'
        : `They changed on ${changes.map(({ day }) => day).join(', ')}: the plots have a dotted line there, and no line across it.`
    }${last === undefined || last.left === 0 ? '' : ` ${capitalized(plural(last.left, 'site'))} judged by other rules ${last.left === 1 ? 'is' : 'are'} left out today.`}`,
    'No point is estimated. Audits from before verdicts were kept have scores only, which are in the dataset.',
  ];
}
