/** The pages that say why other tools give other verdicts, made of `content/other-tools.json`: an index, and a page a tool. */
import type { Loader } from 'astro/loaders';
import * as z from 'zod';
import data from '../../content/other-tools.json' with { type: 'json' };
import { CHECK_COUNT, definitions } from '../audit/check-texts/index.ts';
import { plural } from '../audit/scorecard/words.ts';
import { markdownCode, markdownLink, ownProse } from '../base/escape.ts';
import type { TextPage } from './content.ts';

const sentences = z.array(z.string().regex(/[.]$/)).min(1);

/** A check of another tool: either it has counterparts among ours, or it is said why not. */
const check = z.strictObject({
  asks: z.string().regex(/[.]$/),
  /** Which of the tool's sources, counted from 0; where it is not said, the first. */
  source: z.int().optional(),
  none: z.string().optional(),
  /** By our check: how the two stand to each other, then verdicts that are known to meet on one site, and why. */
  ours: z.partialRecord(z.enum(definitions.map(({ id }) => id)), sentences).optional(),
});

const source = z.strictObject({ label: z.string(), url: z.url(), version: z.string(), read: z.iso.date() });

const tools = z.array(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    /** The name in a sentence. */
    short: z.string(),
    url: z.url(),
    by: z.string(),
    about: sentences,
    ahead: sentences,
    unknown: sentences,
    sources: z.array(source).min(1),
    /** By the id that the tool gives it. */
    checks: z.record(z.string().regex(/^[A-Za-z0-9-]+$/), check),
  }),
);
type OtherTool = z.infer<typeof tools>[number];

const TOOLS = tools.parse(data);
const PATH = 'why-others-differ';

/** Whether a page of text is one of these. */
export function isAboutOthers({ id }: Pick<TextPage, 'id'>): boolean {
  return id === PATH || id.startsWith(`${PATH}/`);
}

/** Loads what another loader does, and these pages beside it. */
export function withOtherTools(pages: Loader): Loader {
  return {
    name: 'pages-and-other-tools',
    async load(context) {
      await pages.load(context);
      for (const { id, body, ...about } of otherToolPages()) {
        context.store.set({
          id,
          data: await context.parseData({ id, data: about }),
          body,
          rendered: await context.renderMarkdown(body),
        });
      }
    },
  };
}

/** All of these pages, the index first. */
export function otherToolPages(): readonly TextPage[] {
  return [index(), ...TOOLS.map(toolPage)];
}

function index(): TextPage {
  const names = TOOLS.map(({ short }) => short);
  const pairs = definitions.map(({ id, label }) => ({
    ours: `[${ownProse(label)}](/fix/${id})`,
    theirs: TOOLS.flatMap((tool) => {
      const same = Object.entries(tool.checks).filter(([, { ours }]) => ours?.[id] !== undefined);
      const links = same.map(([theirs]) => `[${theirs}](${pathOf(tool)}#${theirs.toLowerCase()})`);
      return links.length === 0 ? [] : [`${ownProse(tool.short)} ${links.join(', ')}`];
    }),
  }));
  const alone = pairs.filter(({ theirs }) => theirs.length === 0);
  return {
    id: PATH,
    title: 'Why others differ',
    description: `Our ${CHECK_COUNT} checks and those of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}: which correspond, and why the same site gets different verdicts, with sources.`,
    body: blocks([
      'Other tools ask whether a site is ready for agents, too. A site can pass there and fail here, or the other way round, and both can be right: they ask different things. A page for each tool lists its checks with ours, the reason for each difference, and the source.',
      '## The tools',
      items(
        TOOLS.map(
          (tool) => `[${ownProse(tool.name)}](${pathOf(tool)}) by ${ownProse(tool.by)}: ${tally(tool)}`,
        ),
      ),
      'Everything here is in our own words, from their code or from what they publish. Where something is not published, it says so. If you make one of these tools and something is wrong or out of date, tell us and we will correct it.',
      '## From our checks',
      items(
        pairs
          .filter(({ theirs }) => theirs.length > 0)
          .map(({ ours, theirs }) => `${ours}: ${theirs.join('; ')}`),
      ),
      '## Only we ask',
      `None of them has a counterpart to ${alone.length} of our ${CHECK_COUNT} checks. Most of these talk to an MCP server and look at how it answers, which takes requests that the others do not make.`,
      items(alone.map(({ ours }) => ours)),
    ]),
  };
}

function toolPage(tool: OtherTool): TextPage {
  const { id, name, short, url, about, ahead, unknown, sources, checks } = tool;
  return {
    id: `${PATH}/${id}`,
    title: `Why ${short} differs`,
    description: `The checks of ${name} and ours: which correspond, and why the same site gets different verdicts, with sources.`,
    body: blocks([
      `${markdownLink(name, url)} by ${ownProse(tool.by)}: ${tally(tool)} Other tools: [why others differ](/${PATH}).`,
      ...about.map(ownProse),
      `## Where ${ownProse(short)} sees more`,
      items(ahead.map(ownProse)),
      '## What we do not know',
      items(unknown.map(ownProse)),
      '## Sources',
      items(
        sources.map(
          (one) => `${markdownLink(one.label, one.url)}: ${ownProse(one.version)}; read on ${one.read}`,
        ),
      ),
      '## Check by check',
      '“Wider” means that their check looks at more than ours, “narrower” at less; “stricter” says which of the two asks more. Some entries list pairs of verdicts that one site can get, with the reason. A check that names no source has the first of those above.',
      ...Object.entries(checks).flatMap(([theirs, { asks, source: at, ours = {}, none }]) => [
        `### ${theirs}`,
        [ownProse(asks), ...sources.filter((_, i) => i === at).map(linkTo)].join(' '),
        none === undefined
          ? items(Object.entries(ours).map(([id, texts]) => counterpart(id, texts)))
          : `We have no such check. ${ownProse(none)}`,
      ]),
    ]),
  };
}

/** One of our checks, as an item with what is said of it below. */
function counterpart(id: string, [differs = '', ...cases]: readonly string[]): string {
  const told = cases.map((text) => `\n  - ${ownProse(text).replace(/^(.*?:) /, '**$1** ')}`);
  return `Our [${markdownCode(id)}](/fix/${id}): ${ownProse(differs)}${told.join('')}`;
}

/** How many of a tool's checks have a counterpart among ours, and of ours among theirs. */
function tally({ checks }: OtherTool): string {
  const paired = Object.values(checks).flatMap(({ ours }) => (ours === undefined ? [] : [Object.keys(ours)]));
  const ours = new Set(paired.flat()).size;
  return `${plural(Object.keys(checks).length, 'check')} that we know, ${paired.length} of them with a counterpart here; ${ours} of our ${CHECK_COUNT} have one there.`;
}

function linkTo({ label, url }: z.infer<typeof source>): string {
  return markdownLink(label, url);
}

function pathOf({ id }: OtherTool): string {
  return `/${PATH}/${id}`;
}

function items(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function blocks(texts: readonly string[]): string {
  return texts.join('\n\n');
}
