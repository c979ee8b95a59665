/** Generates the page that compares our checks with those of other tools, from `content/other-tools.json`. */
import type { Loader } from 'astro/loaders';
import * as z from 'zod';
import data from '../../content/other-tools.json' with { type: 'json' };
import type { Definition } from '../audit/check-texts/definition.ts';
import { CHECK_COUNT, definitions } from '../audit/check-texts/index.ts';
import { markdownLink, ownProse } from '../base/escape.ts';
import { plural } from '../base/text.ts';
import { table } from '../report/markdown/document.ts';
import type { TextPage } from './content.ts';

const sentences = z.array(z.string().regex(/[.]$/)).min(1);

const check = z.strictObject({
  asks: z.string().regex(/[.]$/),
  /** The index of the check's source in `sources`. Default: the tool's first source. */
  source: z.int().optional(),
  none: z.string().optional(),
  /** For each of our checks that matches this check: how the two compare, then cases in which their verdicts differ. */
  ours: z.partialRecord(z.enum(definitions.map(({ id }) => id)), sentences).optional(),
});

const source = z.strictObject({ label: z.string(), url: z.url(), version: z.string(), read: z.iso.date() });

const tools = z.array(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    short: z.string(),
    url: z.url(),
    by: z.string(),
    about: sentences,
    ahead: sentences,
    unknown: sentences,
    sources: z.array(source).min(1),
    /** The tool's checks, by the tool's own ids. */
    checks: z.record(z.string().regex(/^[A-Za-z0-9-]+$/), check),
  }),
);
type OtherTool = z.infer<typeof tools>[number];

const TOOLS = tools.parse(data);
const PATH = 'why-others-differ';

export function isAboutOthers({ id }: Pick<TextPage, 'id'>): boolean {
  return id === PATH;
}

/** Returns a loader that adds the page about other tools to the pages of another loader. */
export function withOtherTools(pages: Loader): Loader {
  return {
    name: 'pages-and-other-tools',
    async load(context) {
      await pages.load(context);
      const { id, body, ...about } = otherToolsPage();
      context.store.set({
        id,
        data: await context.parseData({ id, data: about }),
        body,
        rendered: await context.renderMarkdown(body),
      });
    },
  };
}

export function otherToolsPage(): TextPage {
  const names = TOOLS.map(({ short }) => short);
  const alone = definitions.filter(({ id }) => !TOOLS.some((tool) => oursIn(tool).has(id)));
  return {
    id: PATH,
    title: 'Compared with other tools',
    description: `Our ${CHECK_COUNT} checks and those of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}: which correspond, and why the same site gets different verdicts, with sources.`,
    body: blocks([
      'Other tools also test whether a site is ready for agents. A site can pass their check and fail ours, or the reverse, and both results can be right, because the checks differ. We describe each check in our own words, from the tool’s code or from what it publishes. If something is wrong or out of date, tell us and we will correct it.',
      '## The tools',
      ...TOOLS.flatMap(({ name, url, by, about, ahead, unknown, sources, ...tool }) => [
        `### ${ownProse(tool.short)}`,
        `${markdownLink(name, url)} by ${ownProse(by)}: ${tally(tool)} ${about.map(ownProse).join(' ')}`,
        `**Where it goes further:** ${ahead.map(ownProse).join(' ')}`,
        `**What we do not know:** ${unknown.map(ownProse).join(' ')}`,
        `**Sources:** ${sourcesText(sources)}.`,
      ]),
      '## Check by check',
      '“Wider” means that their check covers more than ours, “narrower” less. The stricter check is the one that is harder to pass. A check without a link comes from its tool’s first source. Checks that we do not have come last.',
      table(['Our check', 'Their check', 'How they differ'], rows()),
      '## Checks that only we have',
      `None of these tools has a counterpart to ${alone.length} of our ${CHECK_COUNT} checks. Most of these send requests to an MCP server and judge its responses; the other tools do not send such requests.`,
      alone.map(linkToOurs).join(', '),
    ]),
  };
}

/** Returns a row for each pair of matching checks, then a row for each check of another tool that matches none of ours. */
function rows(): string[][] {
  const pairs = definitions.flatMap((definition) =>
    TOOLS.flatMap((tool) =>
      Object.entries(tool.checks).flatMap(([theirs, { asks, ours, ...check }]) => {
        const [differs, ...cases] = ours?.[definition.id] ?? [];
        if (differs === undefined) return [];
        const known = cases.map((text) => ownProse(text).replace(/^(.*?:) /, '**$1** '));
        const texts = [ownProse(`Their rule: ${asks}`), ownProse(differs), ...known];
        return [[linkToOurs(definition), nameOf(tool, theirs, check), texts.join(' ')]];
      }),
    ),
  );
  const others = TOOLS.flatMap((tool) =>
    Object.entries(tool.checks).flatMap(([theirs, { asks, none, ...check }]) =>
      none === undefined
        ? []
        : [['none', nameOf(tool, theirs, check), ownProse(`Their rule: ${asks} ${none}`)]],
    ),
  );
  return [...pairs, ...others];
}

/** Returns the name of another tool's check, with a link to its source unless that is the tool's first source. */
function nameOf(
  { short, sources }: OtherTool,
  theirs: string,
  { source: at }: { source?: number | undefined },
): string {
  const from = at === undefined ? undefined : sources[at];
  return `${ownProse(short)} ${from === undefined ? `\`${theirs}\`` : markdownLink(theirs, from.url)}`;
}

function linkToOurs({ id, label }: Pick<Definition, 'id' | 'label'>): string {
  return `[${ownProse(label)}](/fix/${id})`;
}

function oursIn({ checks }: Pick<OtherTool, 'checks'>): ReadonlySet<string> {
  return new Set(Object.values(checks).flatMap(({ ours = {} }) => Object.keys(ours)));
}

/** Says how many checks a tool has, how many of them match at least one of ours, and how many of ours they match. */
function tally(tool: Pick<OtherTool, 'checks'>): string {
  const checks = Object.values(tool.checks);
  const paired = checks.filter(({ ours }) => ours !== undefined).length;
  return `${plural(checks.length, 'check')} known to us. ${paired} of them correspond to ${oursIn(tool).size} of our ${CHECK_COUNT} checks.`;
}

/** Returns a tool's sources as text, grouped by version. */
function sourcesText(sources: OtherTool['sources']): string {
  const groups = Map.groupBy(sources, ({ version, read }) => `${ownProse(version)}, read on ${read}`);
  return Array.from(
    groups,
    ([when, sameVersion]) =>
      `${sameVersion.map(({ label, url }) => markdownLink(label, url)).join(', ')} (${when})`,
  ).join('; ');
}

function blocks(texts: readonly string[]): string {
  return texts.join('\n\n');
}
