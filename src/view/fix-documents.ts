/** Documents of text that several checks judge, written once: robots.txt and llms.txt. */
import type { CheckId } from '../definitions/index.ts';
import type { FixSite } from './fix-site.ts';
import { codeBlocksOf, platformsOf } from './guide-text.ts';
import { type Platform, roleOf } from './platforms.ts';

/** A document that a plan writes. */
export interface FixDocument {
  readonly path: string;
  readonly text: string;
  /** Only what the one that is there lacks. */
  readonly part: boolean;
  /** The guides of the checks for which it says all; where it is written is said by those of `writtenBy`. */
  readonly covers: ReadonlySet<CheckId>;
  readonly writtenBy: readonly CheckId[];
  /** What its writer has to decide or fill in. */
  readonly note: string;
}

/** How to fix a check: the section of its guide. */
export type GuideOf = (id: CheckId) => string;

/**
 * The document that a change writes.
 *
 * @param failed the checks of that change that fail
 * @returns nothing for a change that writes none
 */
export function documentFor(
  change: string,
  failed: ReadonlySet<CheckId>,
  options: DocumentOptions,
): FixDocument | undefined {
  const { site, guideOf, platforms } = options;
  if (change === 'robots-txt') return robotsTxt(failed, site, guideOf);
  if (change === 'markdown-pages') return homePage(failed, site, platforms);
  if (change === 'unknown-pages') return notFoundPage(failed, options);
  return change === 'llms-txt' ? llmsTxt(failed, site) : undefined;
}

/** What documents are written with. */
interface DocumentOptions {
  readonly site: FixSite;
  readonly guideOf: GuideOf;
  /** Of the site; none where that is not known. */
  readonly platforms: readonly Platform[];
}

const SERVE_FILES = new Set<string>(['Web servers', 'Node.js'] satisfies Platform['group'][]);
const SERVE_FILES_TOO = new Set(['fastapi', 'django', 'nextjs', 'nuxt', 'sveltekit', 'astro', 'docusaurus']);

/** The Markdown beside the home page, where what serves it does not make it of the page. */
function homePage(
  failed: ReadonlySet<CheckId>,
  { host }: FixSite,
  platforms: readonly Platform[],
): FixDocument | undefined {
  const serves = ({ id, group }: Platform) => SERVE_FILES.has(group) || SERVE_FILES_TOO.has(id);
  const isMade = platforms.some((one) => !serves(one) && one.group !== 'Hosting' && one.group !== 'MCP SDKs');
  if (!failed.has('accept-markdown') || !platforms.some(serves) || isMade) return undefined;
  return {
    path: 'index.md',
    text: `# ${host}\n\n(What the home page says.)\n`,
    part: false,
    covers: new Set<CheckId>(),
    writtenBy: [],
    note: 'Beside the home page, if it is not there; the same for each page that matters.',
  };
}

/** The 404 in Markdown, where a web server sends files, and nothing else writes it. */
function notFoundPage(failed: ReadonlySet<CheckId>, options: DocumentOptions): FixDocument | undefined {
  const { platforms, guideOf } = options;
  const { sitemap } = options.site;
  const writers = platformsOf(guideOf('agent-friendly-404-md'));
  const sends =
    platforms.some(({ group }) => group === 'Web servers') &&
    platforms.every(
      (one) => roleOf(one) === 'serves' || (roleOf(one) === 'generates' && !writers.includes(one)),
    );
  if (!failed.has('agent-friendly-404-md') || !sends) return undefined;
  const links = [
    '- [llms.txt](/llms.txt)',
    ...(sitemap === undefined ? [] : [`- [Sitemap](${new URL(sitemap).pathname})`]),
  ];
  return {
    path: '404.md',
    text: `# Not found\n\nThere is no page at this address.\n\n${links.join('\n')}\n`,
    part: false,
    covers: new Set<CheckId>(['agent-friendly-404-md']),
    writtenBy: ['agent-friendly-404-md'],
    note: 'The server sends it with status 404.',
  };
}

interface Group {
  readonly agents: readonly string[];
  readonly rules: readonly string[];
}

const ROBOTS = ['robots', 'robots-ai-rules', 'content-signals'] as const satisfies readonly CheckId[];

/** The groups of the guides in one file (RFC 9309 §2.2): rules for paths of the example are left out. */
function robotsTxt(
  failed: ReadonlySet<CheckId>,
  { sitemap }: FixSite,
  guideOf: GuideOf,
): FixDocument | undefined {
  const part = !failed.has('robots');
  // The others apply once there is a file: they are in it from the start.
  const said = part ? [...failed] : ROBOTS;
  const texts = said.map((id) => codeBlocksOf(guideOf(id)).find(isRobots)?.code ?? '');
  const merged = new Map<string, Group>();
  for (const group of texts.flatMap(groupsOf)) {
    const key = group.agents.join('\n');
    merged.set(key, { ...group, rules: [...(merged.get(key)?.rules ?? []), ...group.rules] });
  }
  const all = [...merged.values()];
  if (all.length === 0) return undefined;
  // A crawler with a group of its own does not read the one for everyone.
  const signals = all.flatMap(({ rules }) => rules.filter((line) => line.startsWith('Content-')));
  const groups = all
    .toSorted((a, b) => Number(a.agents.includes('*')) - Number(b.agents.includes('*')))
    .map(({ agents }) => [...agents.map((name) => `User-agent: ${name}`), ...signals, 'Allow: /'].join('\n'));
  const lines = part || sitemap === undefined ? [] : [`Sitemap: ${sitemap}`];
  return {
    path: 'robots.txt',
    text: `${[...groups, ...lines].join('\n\n')}\n`,
    part,
    covers: failed,
    writtenBy: part ? [...failed].slice(-1) : [...failed],
    note: `Everything is open in it${signals.length === 0 ? '' : ', and training is reserved'}: the owner decides what is said.`,
  };
}

const isRobots = ({ heading, code }: { readonly heading: string; readonly code: string }) =>
  heading === '' && /^User-agent:/m.test(code);

function groupsOf(text: string): Group[] {
  return text.split(/\n\s*\n/).flatMap((block) => {
    const lines = block.split('\n').filter((line) => line.includes(': '));
    const agents = lines.filter((line) => line.startsWith('User-agent: ')).map((line) => line.slice(12));
    return agents.length === 0
      ? []
      : [{ agents, rules: lines.filter((line) => !line.startsWith('User-agent: ')) }];
  });
}

/** The sections that are missing, of what is known of the site. */
function llmsTxt(failed: ReadonlySet<CheckId>, site: FixSite): FixDocument | undefined {
  const { host, origin, openapi, mcp, markdown } = site;
  const whole = failed.has('llms-txt');
  const head = [`# ${host}`, `> (In one sentence: what ${host} is, and for whom.)`];
  const use = [
    '## When to use',
    '(What agents should come here for, and what not.)',
    [
      ...(mcp === undefined ? [] : [`- MCP: ${mcp}`]),
      ...(openapi === undefined ? [] : [`- HTTP API: ${openapi}`]),
      ...(markdown ? ['- Pages: ask for any page with `Accept: text/markdown`'] : []),
    ].join('\n'),
  ];
  const links = ['## Pages', `- [Home](${origin}/): (what is there)`];
  const blocks = [
    ...(whole || failed.has('llms-txt-format') ? head : []),
    ...(whole || failed.has('llms-txt-when-to-use') ? use : []),
    ...(whole || failed.has('llms-txt-format') ? links : []),
  ].filter((block) => block !== '');
  if (blocks.length === 0) return undefined;
  return {
    path: 'llms.txt',
    text: `${blocks.join('\n\n')}\n`,
    part: !whole,
    covers: new Set<CheckId>(['llms-txt', 'llms-txt-format', 'llms-txt-when-to-use']),
    writtenBy: whole ? ['llms-txt'] : [],
    note: 'List the pages that matter.',
  };
}
