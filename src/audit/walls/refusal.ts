/** Recognizes signs that something in front of the site refused the request (.github/DECISIONS.md, "Refused"). */
import { type HeaderList, headerOf } from '../../base/headers.ts';
import { isHtmlType, type MediaType, parseMediaType } from '../../base/media-type.ts';
import { looksLikeHtml, plain } from '../../base/text.ts';
import { BOT_WALLS } from './bot-walls.ts';
import { CDN_WALLS } from './cdn-walls.ts';
import { FIREWALLS } from './firewalls.ts';
import { HOST_WALLS } from './host-walls.ts';
import { type PageParts, takeApart } from './page.ts';
import type { Signature, Wall, WallKind } from './wall.ts';

/** All known bot walls. The first match counts, so walls with signs that vendors share come last. */
export const WALLS: readonly Wall[] = [...CDN_WALLS, ...HOST_WALLS, ...FIREWALLS, ...BOT_WALLS];

/** The parts of a response that are searched for signs of a bot wall. */
export interface ScannedAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly type: MediaType | undefined;
  readonly text: string;
}

interface WallRefusal {
  /** The name of the bot wall, such as `Cloudflare challenge`. */
  readonly wall: string;
  readonly kind: WallKind;
  readonly by: 'artifact' | 'phrase';
  /** The sign that was found in the response, as text that is safe to show. */
  readonly what: string;
}

/** Statuses that refuse a client (.github/DECISIONS.md, "Refused"). 400, 404, 410 and others are the site's own responses. */
export const REFUSING: ReadonlySet<number> = new Set([401, 402, 403, 405, 406, 418, 428, 429, 451, 999]);

/** The text length, in characters, below which a page has no content except a bot wall's message. */
const HARDLY_ANY_TEXT = 500;
/** The maximum text length of a challenge page, in characters. Longer pages have content of their own. */
const MAX_CHALLENGE_TEXT = 4_000;
/** The maximum number of characters searched for a phrase if the response has a status such as 403. */
const MAX_REFUSAL_TEXT = 16_000;
/** The maximum length of a bot wall's message in JSON or front matter, in characters. */
const MAX_DATA_CHARS = 64 * 1024;
const MAX_BODY_CHARS = 2_000;
const MAX_WHAT = 100;

/** Returns which bot wall refused the request, judging by signs in the response; `undefined` if there is no proof. */
export function refusalBySignatures(answer: ScannedAnswer): WallRefusal | undefined {
  const view = lookAt(answer);
  return (
    firstOf('artifact', view, ({ artifacts }) => artifacts) ??
    (phrasesCount(view) ? firstOf('phrase', view, ({ phrases }) => phrases) : undefined)
  );
}

function firstOf(
  by: WallRefusal['by'],
  view: ScannedView,
  marksOf: (wall: Wall) => readonly Signature[],
): WallRefusal | undefined {
  for (const wall of WALLS) {
    for (const mark of marksOf(wall)) {
      const what = find(mark, view);
      if (what === undefined || ('title' in mark && !view.refusing && !isBorneOut(wall, view))) continue;
      return { wall: wall.name, kind: wall.kind, by, what: plain(what, MAX_WHAT) };
    }
  }
  return undefined;
}

/** Returns whether a bot wall's phrase proves a refusal: if the status is 403 or similar, or if the page has very little text. */
function phrasesCount({ answer, refusing, isPage, page }: ScannedView): boolean {
  // A site's own error page may be as short as a bot wall's page, so a phrase in it proves nothing.
  if (answer.status === 404 || answer.status === 410) return false;
  return refusing || (isPage && page().text.length < HARDLY_ANY_TEXT);
}

/** Matches code that tests whether a visitor is a person: a captcha, a challenge's code, a cookie set by script. */
const TEST_OF_READER = /captcha|turnstile|challenge|\bdocument\.cookie\s{0,9}=/i;

/**
 * Returns whether a page with a bot wall's title has a second sign: the vendor's header or cookie, or code that tests the
 * visitor. The title alone proves nothing, because any page may have the title “Just a moment...”.
 */
function isBorneOut({ vendor }: Wall, view: ScannedView): boolean {
  const signs = WALLS.flatMap((wall) => (wall.vendor === vendor ? wall.presence : []));
  return signs.some((sign) => find(sign, view) !== undefined) || TEST_OF_READER.test(view.page().markup);
}

/** Returns the vendor in front of the site, such as `Akamai`, even if it did not refuse the request. */
export function presenceOf(answer: ScannedAnswer): string | undefined {
  const view = lookAt(answer);
  const isThere = ({ presence }: Wall) => presence.some((mark) => find(mark, view) !== undefined);
  return WALLS.find(isThere)?.vendor;
}

/** A response. Parts of its body are computed when they are first needed. */
interface ScannedView {
  readonly answer: ScannedAnswer;
  /** Whether the status refuses the request. If so, a bot wall's phrase counts even on a page with other text. */
  readonly refusing: boolean;
  readonly isPage: boolean;
  readonly page: () => PageParts;
  readonly fields: () => ReadonlyMap<string, string>;
  readonly body: () => string;
}

function lookAt(answer: ScannedAnswer): ScannedView {
  const { status } = answer;
  const isPage = isHtmlType(answer.type) || looksLikeHtml(answer.text);
  const refusing = REFUSING.has(status) || status === 503 || (status === 202 && isPage);
  return {
    answer,
    refusing,
    isPage,
    page: once(() => partsOf(answer.text, isPage, refusing)),
    fields: once(() => fieldsOf(answer.text)),
    body: once(() => (answer.text.length > MAX_BODY_CHARS ? '' : answer.text.trim())),
  };
}

function once<T>(make: () => T): () => T {
  let cached: { readonly value: T } | undefined;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
}

function partsOf(text: string, isPage: boolean, refusing: boolean): PageParts {
  const max = refusing ? MAX_REFUSAL_TEXT : MAX_CHALLENGE_TEXT;
  if (isPage) return takeApart(text, max);
  return { title: '', text: text.slice(0, max).replace(/\s+/g, ' ').trim(), markup: '' };
}

/** Describes where a response has the sign `mark`. Returns `undefined` if the sign is missing. */
function find(mark: Signature, view: ScannedView): string | undefined {
  const { headers, status } = view.answer;
  if ('header' in mark) {
    const field = headers.find(([name, value]) => name === mark.header && (mark.value ?? /^/).test(value));
    return field === undefined ? undefined : `header ${field[0]}: ${field[1]}`;
  }
  if ('cookie' in mark) {
    const sets = headers.some(([name, value]) => name === 'set-cookie' && value.startsWith(mark.cookie));
    return sets ? `cookie ${mark.cookie}` : undefined;
  }
  if ('status' in mark) return status === mark.status ? `status ${status}` : undefined;
  if ('fields' in mark) return findFields(mark.fields, view.fields());
  if ('body' in mark) return mark.body.test(view.body()) ? quoted(view.body()) : undefined;
  if ('title' in mark) return mark.title.test(view.page().title) ? quoted(view.page().title) : undefined;
  if ('text' in mark) return quoted(mark.text.exec(view.page().text)?.[0]);
  return findMarkup(mark, view);
}

function findMarkup(
  mark: Extract<Signature, { readonly markup: string }>,
  view: ScannedView,
): string | undefined {
  if (!view.isPage) return undefined;
  const { markup, text } = view.page();
  const most = mark.bare === true ? HARDLY_ANY_TEXT : view.refusing ? Infinity : MAX_CHALLENGE_TEXT - 1;
  if (text.length > most || !markup.includes(mark.markup)) return undefined;
  return mark.around === undefined || mark.around.test(markup) ? `${mark.markup} in the page` : undefined;
}

function findFields(
  wanted: Readonly<Record<string, RegExp>>,
  fields: ReadonlyMap<string, string>,
): string | undefined {
  const names = Object.keys(wanted);
  const hasAll = names.every((name) => {
    const value = fields.get(name);
    return value !== undefined && (wanted[name] ?? /^/).test(value);
  });
  return hasAll ? `${names.join(', ')} in the body` : undefined;
}

function quoted(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `“${text}”`;
}

/** Returns the members of a JSON object, or of a Markdown document's front matter, that are not objects or lists. */
function fieldsOf(text: string): ReadonlyMap<string, string> {
  if (text.length > MAX_DATA_CHARS) return new Map();
  if (/^\s{0,100}\{/.test(text)) return membersOf(text);
  const matter = /^---\r?\n([\s\S]{1,4000}?)\r?\n---/.exec(text)?.[1] ?? '';
  const lines = matter.split(/\r?\n/).map((line) => /^([\w-]{1,60}): {0,9}(.{0,300})$/.exec(line));
  return new Map(lines.map((line) => [line?.[1] ?? '', (line?.[2] ?? '').replace(/^["']|["']$/g, '')]));
}

function membersOf(text: string): ReadonlyMap<string, string> {
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
    return new Map(
      entries.filter(([, value]) => typeof value !== 'object').map(([name, value]) => [name, String(value)]),
    );
  } catch {
    return new Map();
  }
}

/** Returns the sign of a refusal, such as `Cloudflare challenge, header cf-mitigated: challenge`, or `undefined`. */
export function challengeSignature(answer: {
  readonly status: number;
  readonly headers: HeaderList;
  readonly text: string;
}): string | undefined {
  const { status, headers } = answer;
  const refusal = refusalBySignatures({
    status,
    headers,
    type: parseMediaType(headerOf(headers, 'content-type')),
    get text() {
      return answer.text;
    },
  });
  return refusal === undefined ? undefined : `${refusal.wall}, ${refusal.what}`;
}
