/** robots.txt, with groups for AI crawlers, content signals and the sitemap. */
import type { CheckId } from '../../definitions/index.ts';
import {
  type Edits,
  fallsShort,
  keptLines,
  leftOut,
  lineEnding,
  NO_EDITS,
  passes,
  placeOf,
  type SiteProject,
  siteLacks,
  withBlock,
} from './site-project.ts';

/** The crawlers and fetchers of assistants that a guide has groups for. */
export function agentsIn(guide: string): readonly string[] {
  return [...new Set([...guide.matchAll(/^User-agent: ([\w-]+)$/gm)].map(([, name = '']) => name))];
}

const EVERYONE = /^\uFEFF?[ \t]*user-agent[ \t]*:[ \t]*\*[ \t]*(?:#.*)?\r?\n?$/i;
const AGENT = /^\uFEFF?[ \t]*user-agent[ \t]*:/i;

/**
 * What holds for everyone is said for AI crawlers by name: they join the group for `*`, whose rules stay as they are. What may
 * be done with the content (Content-Signal) is not to be guessed.
 */
export function robotsEdits(project: SiteProject): Edits {
  const { contentSignal, files } = project;
  const creates = siteLacks('robots', project);
  if (!creates && !passes('robots', project)) return NO_EDITS;
  const wanted: CheckId[] = (['robots-ai-rules', 'content-signals'] as const).filter(
    (id) => creates || fallsShort(id, project),
  );
  if (!creates && wanted.length === 0) return NO_EDITS;
  const first = creates ? 'robots' : (wanted[0] ?? 'robots');
  const place = placeOf('/robots.txt', project);
  if ('why' in place) return leftOut(first, place.why);
  const before = files.get(place.file);
  if (creates && before !== undefined) {
    return leftOut(first, `${place.file} is in the project, and not on the site: publish it`);
  }
  if (!creates && before === undefined) {
    return leftOut(first, `the site has a robots.txt that is not ${place.file}: change what makes it`);
  }
  const unsaid =
    wanted.includes('content-signals') && contentSignal === undefined
      ? leftOut(
          'content-signals',
          'only the owner says what may be done with the content: --content-signal "search=yes, ai-input=yes, ai-train=no"',
        ).unwritten
      : [];
  const signal = wanted.includes('content-signals') ? contentSignal : undefined;
  const sitemap = sitemapLine(project, before);
  const after = edited(before, {
    agents: wanted.includes('robots-ai-rules') ? project.aiAgents : [],
    signal,
    sitemap,
  });
  if (after === undefined) {
    return leftOut(
      first,
      `${place.file} has several groups for everyone: which of them is meant is its owner’s to say`,
    );
  }
  const mends = wanted.filter((id) => id !== 'content-signals' || signal !== undefined);
  const checks = [...(creates ? (['robots'] as const) : []), ...mends];
  if (checks.length === 0 || after === before) return { edits: [], unwritten: unsaid };
  return { edits: [{ path: place.file, before, after, checks }], unwritten: unsaid };
}

/** Only a sitemap that answers is named, and only by the address at which everybody finds it (RFC 9309 section 2.2.4). */
function sitemapLine(project: SiteProject, before: string | undefined): string | undefined {
  const { facts, published } = project;
  if (facts?.sitemap === undefined || published === undefined) return undefined;
  if (before !== undefined && /^\uFEFF?[ \t]*sitemap[ \t]*:/im.test(before)) return undefined;
  return `Sitemap: ${published}${facts.sitemap}`;
}

interface Additions {
  readonly agents: readonly string[];
  readonly signal: string | undefined;
  readonly sitemap: string | undefined;
}

/** @returns `undefined` where several groups are for everyone */
function edited(
  before: string | undefined,
  { agents: names, signal, sitemap }: Additions,
): string | undefined {
  const agents = names.map((name) => `User-agent: ${name}`);
  const signals = signal === undefined ? [] : [`Content-Signal: ${signal}`];
  const lines = keptLines(before ?? '');
  const groups = lines.flatMap((line, at) => (EVERYONE.test(line) ? [at] : []));
  if (groups.length > 1) return undefined;
  const [at] = groups;
  const ending = lineEnding(before ?? '');
  let text = before ?? '';
  if (at === undefined) {
    text = withBlock(text, ['User-agent: *', ...agents, ...signals, 'Allow: /', ''].join('\n'));
  } else {
    let rules = at + 1;
    while (AGENT.test(lines[rules] ?? '')) rules += 1;
    const own = lines.slice(0, rules).join('');
    const open = own.endsWith('\n') ? '' : ending;
    const added = [...agents, ...signals].map((line) => `${line}${ending}`);
    text = [own, open, ...added, ...lines.slice(rules)].join('');
  }
  return sitemap === undefined ? text : withBlock(text, `${sitemap}\n`);
}
