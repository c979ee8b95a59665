/** Writes a short guide to one check, for the command line's `explain` and for MCP. */
import { definitionOf, type definitions } from '../audit/check-texts/index.ts';
import { isFaulty } from '../audit/check-texts/vocabulary.ts';
import { bytesIn } from '../audit/scorecard/bounds.ts';
import { KEYWORD_WORDS } from '../audit/scorecard/words.ts';
import { ownProse } from '../base/escape.ts';
import { BEGINS, type ChangeId, type ChangeTexts, changeOf } from './brief-parts.ts';
import { type Holds, readChange } from './change-text.ts';
import { STACKS, stackPath } from './stacks.ts';

type Check = (typeof definitions)[number];

/** The sections of a guide that a short guide may quote. */
type Section = 'Common mistakes' | 'How the check decides';

/** The default maximum length of a short guide, in bytes, encoded as a JSON string. */
const MOST_BYTES = 2_000;

/** Conditions (see `change-text.ts`) that a short guide takes as true, because it is not written for a particular site. */
const FACTS: ReadonlySet<string> = new Set([
  'has-home',
  'has-base',
  'has-llms',
  'has-markdown',
  'has-sitemap',
  'has-openapi',
  'has-mcp',
  'has-resources',
  'no-h1',
  'no-text',
]);

/** For each change, the facts that not every site has: llms.txt lists an API or MCP server, robots.txt a sitemap. */
const NOT_EVERYWHERE: { readonly [change in ChangeId]?: readonly string[] } = {
  'llms-txt': ['has-openapi', 'has-mcp'],
  'robots-txt': ['has-sitemap'],
};

interface ExplainOptions {
  /** The full guide to the check, from `content/checks` or as published Markdown. */
  readonly guide: string;
  readonly guideUrl?: string;
  /** The status of the check on a particular site, if the guide is for one. */
  readonly status?: string | undefined;
  /** The maximum length in bytes, encoded as a JSON string. A guide that is too long loses only items from “Common mistakes”. */
  readonly most?: number;
}

/**
 * Returns Markdown that says what a site must send or contain to pass a check, and the checks that apply once it passes.
 * @param status the check's status on a particular site, if any
 */
export function wireTextOf(check: Check, texts: ChangeTexts, status?: string): string {
  const scope = new Set<string>([check.id, ...(BEGINS[check.id] ?? [])]);
  const { id } = changeOf(check.id);
  const isCorrected = status !== undefined && isFaulty(status);
  const holds: Holds = (name) =>
    (FACTS.has(name) && NOT_EVERYWHERE[id]?.includes(name) !== true) ||
    scope.has(name) ||
    name === `${check.id}:${status}` ||
    (name === 'faulty' && isCorrected);
  const { text } = readChange(texts[id], holds);
  // The text says only how to correct an optional feature. For sites without the feature, say first how to add it.
  return check.keyword === 'may' && !isCorrected ? `${ownProse(check.fix)}\n\n${text}`.trim() : text;
}

/** Returns whether the pages about stacks, such as nginx, have the configuration for a check. */
function isInStacks(id: string, change: ChangeId): boolean {
  return STACK_CHANGES.has(change) || STACK_CHECKS.has(id);
}

const STACK_CHANGES: ReadonlySet<ChangeId> = new Set([
  'robots-txt',
  'llms-txt',
  'markdown-pages',
  'unknown-pages',
  'link-header',
  'mcp-server',
  'mcp-cors',
]);
const STACK_CHECKS: ReadonlySet<string> = new Set([
  'root-link-rel',
  'noscript-fallback',
  'well-known-mcp-card',
]);

/** Returns a section of a guide without its heading; empty if the guide does not have the section. */
export function guideSection(guide: string, section: Section): string {
  const [, after = ''] = guide.split(`\n## ${section}\n`);
  return (after.split('\n## ', 1)[0] ?? '').trim();
}

/** Returns the short guide to a check as Markdown: the goal, what a site must send, and as many common mistakes as fit. */
export function explainMarkdown(
  check: Check,
  texts: ChangeTexts,
  { guide, guideUrl, status, most = MOST_BYTES }: ExplainOptions,
): string {
  const head = [
    `# ${ownProse(check.label)}`,
    `\`${check.id}\`, ${KEYWORD_WORDS[check.keyword]}. ${ownProse(check.goal)}`,
    `Passes when: ${ownProse(check.passesWhen)}`,
    '## Required responses',
    wireTextOf(check, texts, status),
  ];
  const end = guideUrl === undefined ? [] : [`The whole guide: <${guideUrl}>`];
  const mistakes = guideSection(guide, 'Common mistakes')
    .split(/\n(?=- )/)
    .map((item) => item.replaceAll(/\n\s+/g, ' '));
  const giving = (count: number) => {
    const list = count === 0 ? [] : ['## Common mistakes', mistakes.slice(0, count).join('\n')];
    return `${[...head, ...list, ...end].join('\n\n')}\n`;
  };
  let count = mistakes.length;
  while (count > 0 && bytesIn(giving(count)) > most) count -= 1;
  return giving(count);
}

/**
 * Returns what a site must send or contain to pass a check, and links to pages about stacks such as nginx, as Markdown.
 * @throws Error if the check does not exist
 */
export function howToFix(id: string, texts: ChangeTexts): string {
  const check = definitionOf(id);
  const change = changeOf(id);
  if (check === undefined || change === undefined) throw new Error(`${id} is in no change.`);
  const text = wireTextOf(check, texts);
  if (!isInStacks(id, change.id)) return text;
  const stacks = STACKS.filter((stack) => (stack.id === 'mcp-sdks') === change.id.startsWith('mcp-'));
  const links = stacks.map((stack) => `[${stack.name}](${stackPath(stack.id)})`);
  const lead = links.length === 1 ? 'A whole configuration' : 'Whole configurations, one page each';
  return `${text}\n\n${lead}: ${links.join(' · ')}`;
}
