/**
 * Whether an answer comes from the site, or from something in front of it that refuses the auditor
 * (.github/DECISIONS.md, "Refused"). Every answer of an audit goes through here.
 */

import { headerOf } from '../../base/headers.ts';
import { isJsonType } from '../../base/media-type.ts';
import { looksLikeHtml, plain } from '../../base/text.ts';
import { REFUSED_FOR_NAME } from '../evidence/facts.ts';
import { type Answer, type Reply, rateLimited } from '../evidence/reply.ts';
import type { HttpRequest } from '../io/io.ts';
import { challengeSignature, presenceOf, REFUSING } from '../walls/refusal.ts';
import { sameForm } from '../walls/same-form.ts';
import type { Paced } from './pace.ts';

/** What became of a request before it was judged. */
export interface Raw {
  readonly request: HttpRequest;
  readonly reply: Exclude<Reply, { kind: 'blocked' }>;
  readonly nth: number;
  readonly confidence: Paced['confidence'];
}

/** What an answer is compared with: the root and a path that does not exist. */
export interface References {
  readonly root: Raw;
  readonly unknown: Raw;
}

/** How often one audit asks the unknown path again, to learn whether a wall has come up meanwhile. */
const MAX_CONTROLS = 6;

/** What has been seen to refuse everything, from one request of the audit on. */
interface Wall {
  readonly from: number;
  readonly mark: string;
}

export class Refusals {
  readonly #references: () => Promise<References | undefined>;
  readonly #askUnknownAgain: () => Promise<Raw>;
  readonly #askRootAgain: () => Promise<Raw>;
  readonly #userAgent: string;
  /** The answers of the audited host so far, by their place in the order of sending: whether each was a refusal. */
  readonly #seen = new Map<number, boolean>();
  #wall: Wall | undefined;
  #controls = 0;
  #running: Promise<Raw> | undefined;
  #next: Promise<Raw> | undefined;
  #latest: Raw | undefined;
  #rootAgain: Promise<Raw> | undefined;

  /**
   * @param references what answers are compared with; asked only where an answer is in doubt
   * @param askUnknownAgain the unknown path, asked anew
   * @param askRootAgain the root, asked anew
   * @param userAgent the auditor's own
   */
  constructor(given: {
    readonly references: () => Promise<References | undefined>;
    readonly askUnknownAgain: () => Promise<Raw>;
    readonly askRootAgain: () => Promise<Raw>;
    readonly userAgent: string;
  }) {
    this.#references = given.references;
    this.#askUnknownAgain = given.askUnknownAgain;
    this.#askRootAgain = given.askRootAgain;
    this.#userAgent = given.userAgent;
  }

  /** The reply as probes get it. */
  async judge(raw: Raw): Promise<Reply> {
    const { reply, confidence } = raw;
    if (reply.kind === 'aborted') return reply;
    if (reply.kind === 'failed') return confidence === 'doubtful' ? unconfirmed(reply) : reply;
    const { answer } = reply;
    const mark = challengeSignature(answer);
    this.#seen.set(raw.nth, mark !== undefined || isRefusing(answer));
    if (mark !== undefined) return this.#marked(raw, answer, mark);
    if (answer.status === 429) return this.#rateLimited(raw, answer);
    if (answer.status >= 500) return this.#serverError(raw, answer);
    if (confidence === 'doubtful') return doubtful(answer);
    return isRefusing(answer) ? this.#unmarked(raw, answer) : reply;
  }

  /** An answer that shows who refused; whether that one refuses everything by now is looked at once. */
  async #marked(raw: Raw, answer: Answer, mark: string): Promise<Reply> {
    const references = await this.#comparable(raw, answer);
    if (references === undefined || isRefused(references.unknown) || isReference(raw, references))
      return { kind: 'blocked', answer, mark };
    const wall = this.#wallAt(raw.nth) ?? (await this.#wallAfter(raw, mark, isRefused));
    return { kind: 'blocked', answer, mark: wall === undefined ? mark : since(mark, wall) };
  }

  /** A 429, and from which request on everything got one, if it is so by now. */
  async #rateLimited(raw: Raw, answer: Answer): Promise<Reply> {
    if (raw.confidence === 'doubtful') return rateLimited(answer, doubt(answer));
    const limited = rateLimited(answer);
    const references = await this.#comparable(raw, answer);
    if (references === undefined || isReference(raw, references) || isRefused(references.unknown))
      return limited;
    const wall = this.#wallAt(raw.nth) ?? (await this.#wallAfter(raw, limited.mark, isRefused));
    return wall === undefined ? limited : { ...limited, mark: since(limited.mark, wall) };
  }

  /** A failure of the server is the site's where the unknown path is answered otherwise, still. */
  async #serverError(raw: Raw, answer: Answer): Promise<Reply> {
    if (raw.confidence === 'doubtful') return doubtful(answer);
    const references = await this.#comparable(raw, answer);
    if (references === undefined || isReference(raw, references) || !isWell(references.unknown))
      return raw.reply;
    if (isWell(await this.#control())) return raw.reply;
    const { asked, status } = answer;
    const message = 'by now the host fails on every path';
    return { kind: 'failed', asked, reason: 'pace', message, status };
  }

  /** A refusing status without marks: a refusal where it is given whatever is asked. */
  async #unmarked(raw: Raw, answer: Answer): Promise<Reply> {
    const own: Reply = { kind: 'answer', answer };
    // The server itself says which methods the address takes (RFC 9110 section 15.5.6).
    if (answer.status === 405 && headerOf(answer.headers, 'allow') !== undefined) return own;
    const references = await this.#comparable(raw, answer);
    if (references === undefined) return own;
    const known = this.#wallAt(raw.nth);
    if (known !== undefined) return { kind: 'blocked', answer, mark: since(known.mark, known) };
    const root = answerOf(references.root);
    const unknown = answerOf(references.unknown);
    const isNotHere = answer.status === 403 && root !== undefined && isSuccess(root);
    if (root?.status === answer.status && unknown?.status === answer.status)
      return { kind: 'blocked', answer, mark: everyPath(answer) };
    if (isNotHere && unknown?.status === 403 && (await this.#isClosedByNow())) {
      this.#wall ??= { from: this.#refusedFrom(raw.nth), mark: '403, by now for / too' };
      const wall = this.#wallAt(raw.nth);
      if (wall !== undefined) return { kind: 'blocked', answer, mark: since(wall.mark, wall) };
    }
    if (isReference(raw, references)) {
      const isRoot = raw.request.url === references.root.request.url;
      const mark = `the status of every unknown path is ${answer.status}`;
      return isRoot || isNotHere ? own : { kind: 'blocked', answer, mark };
    }
    if (root !== undefined && sameForm(answer, root))
      return { kind: 'blocked', answer, mark: `the same ${answer.status} as for /` };
    if (unknown !== undefined && sameForm(answer, unknown))
      return isNotHere ? own : { kind: 'blocked', answer, mark: `the same ${answer.status} as for any path` };
    // A wall's 406 is a page; that of an endpoint for requests is JSON.
    if (raw.request.method !== 'GET' && answer.status === 406 && isJsonType(answer.type)) return own;
    // Who asks for credentials as RFC 9110 section 11.6.1 has it guards this address; walls that come up do not.
    if (answer.status === 401 && headerOf(answer.headers, 'www-authenticate') !== undefined) return own;
    const mark = `${answer.status}, by now for unknown paths too`;
    const isLikeIt = (control: Raw) => {
      const now = answerOf(control);
      return now !== undefined && isRefusing(now) && (unknown === undefined || !sameForm(now, unknown));
    };
    const wall = await this.#wallAfter(raw, mark, isLikeIt);
    if (wall !== undefined) return { kind: 'blocked', answer, mark: since(mark, wall) };
    // The path itself was chosen because it answers the auditor under its own name.
    const isOwnName = headerOf(raw.request.headers, 'user-agent') === this.#userAgent;
    return isOwnName || [405, 406].includes(answer.status)
      ? own
      : { kind: 'blocked', answer, mark: REFUSED_FOR_NAME };
  }

  /** A wall that let the first requests through looks like a site that says "not here" with 403, until / is asked again. */
  async #isClosedByNow(): Promise<boolean> {
    this.#rootAgain ??= this.#askRootAgain();
    return isRefused(await this.#rootAgain);
  }

  /** The references, where the answer is one of the host that they were asked at. */
  async #comparable(raw: Raw, answer: Answer): Promise<References | undefined> {
    const references = await this.#references();
    if (references === undefined) return undefined;
    return hostOf(answer.url) === hostOf(references.unknown.request.url) || isReference(raw, references)
      ? references
      : undefined;
  }

  #wallAt(nth: number): Wall | undefined {
    return this.#wall !== undefined && nth >= this.#wall.from ? this.#wall : undefined;
  }

  /** Whether everything is refused since this answer, as the unknown path tells when it is asked again. */
  async #wallAfter(raw: Raw, mark: string, isUp: (control: Raw) => boolean): Promise<Wall | undefined> {
    if (!isUp(await this.#control())) return undefined;
    this.#wall ??= { from: this.#refusedFrom(raw.nth), mark };
    return this.#wallAt(raw.nth);
  }

  /** The first of the unbroken row of refusals that a request belongs to. */
  #refusedFrom(nth: number): number {
    let from = nth;
    for (let earlier = nth - 1; this.#seen.get(earlier) !== false && earlier > 0; earlier--) {
      if (this.#seen.get(earlier) === true) from = earlier;
    }
    return from;
  }

  /** The unknown path, asked again after this call. Callers that come while one request is under way share the next. */
  #control(): Promise<Raw> {
    if (this.#running === undefined) return this.#startControl();
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.#startControl();
    });
    return this.#next;
  }

  #startControl(): Promise<Raw> {
    if (this.#latest !== undefined && this.#controls >= MAX_CONTROLS) return Promise.resolve(this.#latest);
    this.#controls += 1;
    this.#running = this.#askUnknownAgain().then((raw) => {
      this.#latest = raw;
      this.#running = undefined;
      return raw;
    });
    return this.#running;
  }
}

/** Whether a status refuses the client. Some walls answer 202 with a page that runs a challenge. */
function isRefusing(answer: Answer): boolean {
  return REFUSING.has(answer.status) || (answer.status === 202 && looksLikeHtml(answer.text));
}

const UNCONFIRMED = 'not confirmed by asking again alone';

/** Why a failure is not believed. */
function doubt({ headers }: Answer): string {
  const wait = headerOf(headers, 'retry-after');
  return wait === undefined ? UNCONFIRMED : `asks to wait, Retry-After ${plain(wait, 40)}`;
}

/** How the refusal of everything is told: by who stands before the site, where that can be seen. */
function everyPath(answer: Answer): string {
  const same = `the same ${answer.status} for every path`;
  if (answer.status === 401) return `asks everyone to log in, ${same}`;
  const vendor = presenceOf(answer);
  return vendor === undefined ? same : `${same}; ${vendor} stands before the site`;
}

function doubtful(answer: Answer): Reply {
  const { asked, status } = answer;
  return { kind: 'failed', asked, reason: 'pace', message: doubt(answer), status };
}

function unconfirmed(failed: Reply & { kind: 'failed' }): Reply {
  return { ...failed, reason: 'pace', message: `${failed.message}; ${UNCONFIRMED}` };
}

function since(mark: string, { from }: Wall): string {
  return `${mark}; refused from the ${ordinal(from)} request on`;
}

function ordinal(number: number): string {
  const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
  // Created here: few audits need it, and loading its data would take several milliseconds of every start.
  const rules = new Intl.PluralRules('en', { type: 'ordinal' });
  return `${number}${suffixes[rules.select(number)] ?? 'th'}`;
}

function answerOf({ reply }: Raw): Answer | undefined {
  return reply.kind === 'answer' ? reply.answer : undefined;
}

function isRefused(raw: Raw): boolean {
  const answer = answerOf(raw);
  return answer !== undefined && (isRefusing(answer) || challengeSignature(answer) !== undefined);
}

function isWell(raw: Raw): boolean {
  const answer = answerOf(raw);
  return answer !== undefined && answer.status < 500;
}

function isReference({ request }: Raw, { root, unknown }: References): boolean {
  return request === root.request || request === unknown.request;
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function hostOf(url: string): string {
  return new URL(url).host;
}
