/** What a brief asks to add to robots.txt and llms.txt, done on the files that are there. */

/** The status of a check that the brief fixes. */
type StatusOf = (id: string) => string | undefined;

/** Returns robots.txt with the lines of the brief; `before` is the file as it is. */
export function fixedRobots(lines: string, before: string | undefined, status: StatusOf): string {
  const isThere = before !== undefined && [undefined, 'noncompliant'].includes(status('robots'));
  const star = /(?:^|\n)user-agent: *\*(?:\r?\n(?!\s*\r?\n|user-agent).*)*/i.exec(before ?? '')?.[0] ?? '';
  const rules = star.split('\n').filter((line) => /^(dis)?allow:/i.test(line));
  const own = lines.replace(/<the rules that hold for \* today>/, () => rules.join('\n'));
  if (!isThere) return own;
  const kept = before
    .split('\n')
    .filter((line) => status('robots') === undefined || !/^sitemap:.*example/i.test(line))
    .filter((line) => status('content-signals') === undefined || !/^content-signal:/i.test(line));
  const signal = /^Content-Signal:.*$/m.exec(own)?.[0];
  const signed =
    signal === undefined ? kept : kept.flatMap((line, i) => (endsAgents(kept, i) ? [line, signal] : [line]));
  return `${signed.join('\n').trimEnd()}\n\n${own.includes('User-agent:') ? own : ''}`;
}

function endsAgents(lines: readonly string[], i: number): boolean {
  const isAgent = (line = '') => /^user-agent:/i.test(line);
  return isAgent(lines[i]) && !isAgent(lines[i + 1]);
}

/** Returns llms.txt with the parts of the brief, and without links that do not answer. */
export async function fixedLlmsTxt(
  parts: string,
  before: string | undefined,
  status: StatusOf,
  answers: (link: string) => Promise<boolean>,
): Promise<string> {
  if (before === undefined) return parts;
  const lines: string[] = [];
  for (const line of before.split('\n')) {
    const link = /\]\(([^)\s]+)/.exec(line)?.[1];
    if (status('llms-txt-links') === undefined || link === undefined || (await answers(link)))
      lines.push(line.replace(/^- (https?:\S+)$/, '- [Page]($1)'));
  }
  const text = lines.join('\n');
  if (parts === '') return text;
  const own = parts.split(/\n(?=## )/);
  const head = own[0]?.startsWith('# ') ? own.shift() : undefined;
  const rest = head === undefined ? text : text.replace(/^# .*\n?/, '');
  return [...(head === undefined ? [] : [head]), rest, ...own].join('\n\n');
}
