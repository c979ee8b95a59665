/** Edits that a brief describes, as an owner would make them: slots, robots.txt, llms.txt and the HTML of pages. */

/** The content of each slot, by the beginning of the slot's text. */
const ANSWERS: readonly (readonly [slot: RegExp, answer: string])[] = [
  [/<yes\|no>/g, 'yes'],
  [/<name of the (site|API)>/g, 'Harbour office'],
  [/<one sentence[^>]*>/g, 'The harbour office tells when ships arrive and leave.'],
  [/<what (to come here for|it says|it gives)[^>]*>/g, 'Times of ships and tides.'],
  [/<30 characters or more[^>]*>/g, 'Arrivals, departures and tides of the harbour, hour by hour.'],
  [/<mailto: or https: address>/g, 'mailto:security@harbour.test'],
  [/<date and time within a year[^>]*>/g, new Date(Date.now() + 300 * 86_400_000).toISOString()],
  [/<(its own version|version of the server)>/g, '1.0.0'],
  [/<base of all paths[^>]*>/g, '/api'],
  [/<reversed public domain>\/<name>/g, 'test.harbour/office'],
  [/<path>/g, 'things'],
  [/<address>/g, 'llms.txt'],
];

export function filledIn(text: string): string {
  return ANSWERS.reduce((filled, [slot, answer]) => filled.replace(slot, () => answer), text);
}

type StatusOf = (id: string) => string | undefined;

/** Returns robots.txt with the lines of the brief; `before` is the existing file. */
export function fixedRobots(lines: string, before: string | undefined, status: StatusOf): string {
  const isThere = before !== undefined && [undefined, 'noncompliant'].includes(status('robots'));
  const star = /(?:^|\n)user-agent: *\*(?:\r?\n(?!\s*\r?\n|user-agent).*)*/i.exec(before ?? '')?.[0] ?? '';
  const rules = star.split('\n').filter((line) => /^(dis)?allow:/i.test(line));
  const signalOfAll = /^content-signal:.*$/im.exec(star)?.[0] ?? '';
  const own = lines
    .replace(/<the rules that hold for \* today>/, () => rules.join('\n'))
    .replace(/<the Content-Signal line of the group for \*>/, () => signalOfAll);
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

/** Returns llms.txt with the parts of the brief, and without dead links. */
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

const HEADING = 'Harbour office';
const PROSE = `<p>${'Ships arrive and leave with the tide, and the office tells when. '.repeat(5)}</p>`;

export function markdownOf(html: string): string {
  const title = /<title[^>]*>([^<]*)/i.exec(html)?.[1] ?? HEADING;
  const text = html
    .replace(/<(head|script|style|noscript|title)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  return `# ${title.trim()}\n\n${text.trim()}\n`;
}

export function inHead(html: string, lines: string): string {
  const place = [/(?=<\/head>)/i, /(?<=<\/title>)/i, /(?<=<html[^>]*>)/i, /(?<=<!doctype[^>]*>)/i];
  const found = place.find((one) => one.test(html));
  return found === undefined ? lines + html : html.replace(found, () => lines);
}

export function inBody(html: string, lines: string): string {
  return /<\/body>/i.test(html) ? html.replace(/(?=<\/body>)/i, () => lines) : html + lines;
}

/** Returns the page without matching elements. */
export const without = (html: string, pattern: RegExp): string => html.replace(pattern, '');

export function withHeading(html: string): string {
  return /<h2\b/i.test(html)
    ? html.replace(/<h2\b([^>]*)>([\s\S]*?)<\/h2>/i, '<h1$1>$2</h1>')
    : inBody(html, `<h1>${HEADING}</h1>`);
}

/** Adds a text for visitors. */
export const withText = (html: string): string => inBody(html, PROSE);
