/** Several audits for a terminal: a table, and what the others did not come to. */
import { scoresText } from '../definitions/score-names.ts';
import { type AuditedSite, auditsSummaryOf, figuresOf, stateOf } from '../view/audits.ts';
import { plural } from '../view/words.ts';
import { forTerminal } from './escape.ts';
import {
  columnsOf,
  hang,
  MARGIN,
  type Pen,
  padEnd,
  padStart,
  penOf,
  rule,
  type Style,
  type TextOptions,
} from './layout.ts';

const HEADS = [
  // Of what applies, of everything: as short as a column of numbers.
  ['relative', 'applies'],
  ['global', 'everything'],
  ['failing', 'failing'],
  ['broken', 'broken'],
] as const;
const GAP = '  ';
/** A longer name is cut, so that the numbers keep their place. */
const NAME_COLUMNS = 30;
/** Where fewer columns are left for the state, each site stands on lines of its own. */
const STATE_COLUMNS = 12;

/** The table of all sites and why some have no verdict, ending in a line feed. */
export function renderAudits(sites: readonly AuditedSite[], options: TextOptions): string {
  const pen = penOf(options);
  const blocks = [
    hang(MARGIN, countsText(sites), pen.width).map((line) => pen.paint('bold', line)),
    tableOf(sites, pen),
    ...sites.map((site) => problemLines(site, pen)),
  ].filter((lines) => lines.length > 0);
  return `\n${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n\n`;
}

/** `5 sites: 3 audited, 1 below what is asked, 1 without a verdict` */
export function countsText(sites: readonly AuditedSite[]): string {
  const { targets, passed, below, no_verdict } = auditsSummaryOf(sites);
  const parts = [
    `${passed} audited`,
    ...(below === 0 ? [] : [`${below} below what is asked`]),
    ...(no_verdict === 0 ? [] : [`${no_verdict} without a verdict`]),
  ];
  return `${plural(targets, 'site')}: ${parts.join(', ')}`;
}

function tableOf(sites: readonly AuditedSite[], pen: Pen): string[] {
  const names = sites.map(({ target }) => cut(forTerminal(target)));
  const columns = Math.max('target'.length, ...names.map((name) => columnsOf(name)));
  const lead = (name: string) => `${MARGIN}${padEnd(name, columns)}${GAP}`;
  const head = `${lead('target')}${HEADS.map(([, name]) => name).join(GAP)}${GAP}`;
  if (pen.width - columnsOf(head) < STATE_COLUMNS) return narrowTable(sites, pen);
  return [
    pen.paint('gray', `${head}state`),
    rule(pen),
    ...sites.flatMap((site, i) => {
      const start = `${lead(names[i] ?? '')}${figuresText(site)}${GAP}`;
      const [first = start, ...rest] = hang(start, forTerminal(stateOf(site)), pen.width);
      const state = (text: string) => pen.paint(styleOf(site), text);
      return [start + state(first.slice(start.length)), ...rest.map(state)];
    }),
  ];
}

/** Each site on lines of its own: its name, its figures, its state. */
function narrowTable(sites: readonly AuditedSite[], { paint, width }: Pen): string[] {
  const indent = MARGIN + MARGIN;
  return sites.flatMap((site) => {
    const figures = figuresOf(site);
    return [
      ...hang(MARGIN, forTerminal(site.target), width).map((line) => paint('bold', line)),
      ...(figures === undefined
        ? []
        : hang(
            indent,
            `${scoresText(figures)}; ${figures.failing} failing, ${figures.broken} broken`,
            width,
          )),
      ...hang(indent, forTerminal(stateOf(site)), width).map((line) => paint(styleOf(site), line)),
    ];
  });
}

function figuresText(site: AuditedSite): string {
  const figures = figuresOf(site);
  return HEADS.map(([key, name]) =>
    padStart(figures === undefined ? '–' : String(figures[key]), name.length),
  ).join(GAP);
}

function cut(name: string): string {
  return name.length <= NAME_COLUMNS ? name : `${name.slice(0, NAME_COLUMNS - 1)}…`;
}

function styleOf({ envelope, problem }: AuditedSite): Style {
  if (problem === undefined) return 'green';
  return envelope === undefined ? 'yellow' : 'red';
}

function problemLines({ target, problem }: AuditedSite, { width }: Pen): string[] {
  if (problem === undefined) return [];
  const message = forTerminal(problem.message);
  return hang(
    `${MARGIN}! `,
    message.includes(target) ? message : `${forTerminal(target)}: ${message}`,
    width,
  );
}
