/** The Markdown of a guide taken apart: its blocks of code, and what is for which platform. */
import { bytesIn, cutBytes } from '../scorecard/bounds.ts';
import type { GUIDE_SECTIONS } from './guide.ts';
import { type Platform, platformNamed } from './platforms.ts';

/** The section whose headings are platforms. */
export const FIX_HEADING: (typeof GUIDE_SECTIONS)[number] = 'How to fix it';

/** A line of a guide, and where it stands. */
interface Line {
  readonly text: string;
  /** The heading of level two that it stands under, or is; empty before the first. */
  readonly section: string;
  /** The heading of level three that it stands under, or is. */
  readonly heading: string;
  /** What a fence is: where it begins and ends, and what is in it. */
  readonly fence: 'begins' | 'in' | 'ends' | undefined;
}

/** A fence: its backticks and its language. What else it says stands behind. */
const FENCE = /^ {0,12}(`{3,12})([\w-]*)/;
const TITLE = /\btitle="([^"]+)"/;

function* linesOf(text: string): Generator<Line> {
  let [section, heading, fence] = ['', '', ''];
  for (const line of text.split('\n')) {
    if (fence !== '') {
      const ends = line.trim() === fence;
      if (ends) fence = '';
      yield { text: line, section, heading, fence: ends ? 'ends' : 'in' };
      continue;
    }
    fence = FENCE.exec(line)?.[1] ?? '';
    if (line.startsWith('## ')) [section, heading] = [line.slice(3), ''];
    else if (line.startsWith('### ')) heading = line.slice(4);
    yield { text: line, section, heading, fence: fence === '' ? undefined : 'begins' };
  }
}

/** A block of code in a guide. */
export interface CodeBlock {
  readonly section: string;
  readonly heading: string;
  readonly language: string;
  /** The file that its fence names; empty where it names none. */
  readonly title: string;
  readonly code: string;
}

/** All blocks of a text, in order. */
export function codeBlocksOf(text: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let lines: string[] = [];
  let first: Line | undefined;
  for (const line of linesOf(text)) {
    if (line.fence === 'begins') [first, lines] = [line, []];
    else if (line.fence === 'in') lines.push(line.text);
    else if (line.fence === 'ends' && first !== undefined) {
      const [, , language = ''] = FENCE.exec(first.text) ?? [];
      const title = TITLE.exec(first.text)?.[1] ?? '';
      const { section, heading } = first;
      blocks.push({ section, heading, language, title, code: `${lines.join('\n')}\n` });
    }
  }
  return blocks;
}

/** One section of a text, with its heading; empty where the text does not have it. */
export function sectionOf(text: string, section: string): string {
  const lines = Array.from(linesOf(text)).filter((line) => line.section === section);
  return lines.length === 0
    ? ''
    : `${lines
        .map((line) => line.text)
        .join('\n')
        .trim()}\n`;
}

/** The platform of a line, where it is in a platform's part. */
const platformOf = ({ section, heading }: Line): Platform | undefined =>
  section === FIX_HEADING ? platformNamed(heading) : undefined;

/** The platforms that a guide has a part for, in its order. */
export function platformsOf(text: string): Platform[] {
  const found = new Set<Platform>();
  for (const line of linesOf(text)) {
    const platform = platformOf(line);
    if (platform !== undefined) found.add(platform);
  }
  return [...found];
}

/** The part of how to fix it under one heading, a platform's or another, with that; empty where there is none. */
export function fixPartOf(text: string, heading: string): string {
  const lines = Array.from(linesOf(text)).filter(
    (line) => line.section === FIX_HEADING && line.heading === heading,
  );
  return lines
    .map((line) => line.text)
    .join('\n')
    .trim();
}

/**
 * A text with other code in its blocks.
 *
 * @param codeOf the code of a block; without one it goes, with a heading of level three under which nothing is left
 */
export function withCode(text: string, codeOf: (block: CodeBlock) => string | undefined): string {
  const codes = codeBlocksOf(text).map(codeOf);
  const lines: string[] = [];
  let at = -1;
  for (const line of linesOf(text)) {
    if (line.fence === 'begins') at += 1;
    const code = codes[at];
    if (line.fence === undefined) lines.push(line.text);
    else if (code === undefined) endSentence(lines);
    else if (line.fence === 'begins') lines.push(line.text);
    else if (line.fence === 'ends') lines.push(code.replace(/\n$/, ''), line.text);
  }
  return lines
    .filter((line, i) => !line.startsWith('### ') || hasText(lines, i + 1))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Whether anything stands below a heading of level three before the next one. */
function hasText(lines: readonly string[], from: number): boolean {
  const next = lines.slice(from).find((line) => line.trim() !== '');
  return next !== undefined && !next.startsWith('### ');
}

/** What follows a colon is not there. */
function endSentence(lines: string[]): void {
  const last = lines.findLastIndex((line) => line !== '');
  if (last >= 0) lines[last] = lines[last]?.replace(/:$/, '.') ?? '';
}

/**
 * A guide without what is for other platforms.
 *
 * @returns the whole guide where it has nothing for this one
 */
export function guideFor(text: string, platform: Platform): string {
  return partFor(text, platform) === undefined ? text : onlyFor(text, platform);
}

/** The platform whose part of a guide is for this one: itself, else the SDK that MCP servers on it are written with. */
export function partFor(text: string, platform: Platform | undefined): Platform | undefined {
  const there = platformsOf(text);
  return there.find((one) => one === platform) ?? there.find(({ id }) => id === platform?.mcp?.sdk);
}

/** What a guide says to everybody, and what is for these platforms where it has that. */
export function onlyFor(text: string, ...platforms: readonly (Platform | undefined)[]): string {
  const parts = new Map(platforms.map((one) => [partFor(text, one), one]));
  return Array.from(linesOf(text))
    .filter((line) => {
      const part = platformOf(line);
      return part === undefined || parts.has(part);
    })
    .flatMap((line) => {
      const part = platformOf(line);
      if (part === undefined || line.fence !== undefined || line.text !== `### ${part.name}`)
        return [line.text];
      const asked = parts.get(part);
      const note = part === asked ? asked.note : asked?.mcp?.mount;
      return note === undefined ? [line.text] : [line.text, '', note];
    })
    .join('\n');
}

/** What a fix can do without, the first before the others. */
const LEAST_NEEDED: readonly string[] = [
  'Standards and references',
  'How the verdict is made',
  'What is probed',
  'Why it matters to an agent',
  'Common mistakes',
] satisfies ((typeof GUIDE_SECTIONS)[number] | 'Standards and references')[];

export interface ShortGuide {
  readonly text: string;
  /** The sections that it lacks. */
  readonly leftOut: readonly string[];
}

/**
 * A guide without what is for other platforms than the one that was asked for, in at most `most` bytes of JSON: where there
 * is no room, the parts of all other platforms go first, then the sections that a fix needs least.
 */
export function shortGuide(text: string, platform: Platform | undefined, most: number): ShortGuide {
  const whole = platform === undefined ? text : guideFor(text, platform);
  if (bytesIn(whole) <= most) return { text: whole, leftOut: [] };
  const common = onlyFor(text, platform);
  const leftOut: string[] = [];
  const kept = () => withoutSections(common, leftOut);
  for (const section of LEAST_NEEDED) {
    if (bytesIn(kept()) <= most) break;
    leftOut.push(section);
  }
  return { text: cutBytes(kept(), most), leftOut };
}

function withoutSections(text: string, sections: readonly string[]): string {
  return Array.from(linesOf(text))
    .filter(({ section }) => !sections.includes(section))
    .map((line) => line.text)
    .join('\n');
}

/** Why a check matters, how it is judged, and by which standards: what is not asked for with the steps for some platforms. */
const NOT_STEPS = LEAST_NEEDED.slice(0, 4);

/** What a guide says of the fix on these platforms; where it has nothing for any or for all, what it has for its first. */
export function stepsFor(text: string, platforms: readonly Platform[]): string {
  const steps = onlyFor(text, ...platforms);
  const some = /\S/.test(sectionOf(steps, FIX_HEADING).replace(/^## .*/, ''));
  const own = some ? steps : onlyFor(text, platformsOf(text)[0]);
  return withoutSections(own, NOT_STEPS);
}
