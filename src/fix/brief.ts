/** Computes a site's brief, a page that lists what to change, from the site's scorecard. */

import { type CheckId, definitionOf } from '../audit/check-texts/index.ts';
import { type FailingStatus, isFailing, NAMED_ENDPOINT } from '../audit/check-texts/vocabulary.ts';
import { namedEndpointOf } from '../audit/scorecard/address.ts';
import type { Envelope, Result } from '../audit/scorecard/schema.ts';
import { ownPaths } from '../audit/scorecard/title.ts';
import { hasNoVerdict } from '../audit/scorecard/verdict-word.ts';
import type { Waiver } from '../audit/scorecard/waivers.ts';
import { waiverOf } from '../audit/scorecard/waivers.ts';
import { shellWord } from '../base/escape.ts';
import { npxCommand } from '../base/npx.ts';
import { firstOf, plain } from '../base/text.ts';
import { CHANGES, type ChangeId, type ChangeTexts, mayStay } from './brief-parts.ts';
import { readChange, type WireBlock } from './change-text.ts';
import { isFailedResult } from './failures.ts';
import { outcomeOf, type Scores, scoresThen } from './forecast.ts';
import { type BriefSite, briefSite, conditions, withOwnAddresses } from './site.ts';
import { type StackId, stackNamed, stackSeen } from './stacks.ts';

export interface Part {
  readonly id: ChangeId;
  readonly title: string;
  /** Set in a shortened brief: the part's original number, or the numbers of the parts that it replaces, such as `6, 12–15`. */
  readonly numbers?: string;
  /** The checks that fail now, in the order of the change's `checks`. */
  readonly fails: readonly {
    readonly id: CheckId;
    readonly status: FailingStatus;
    readonly keyword: string;
  }[];
  /** The checks of this part that begin to apply after the changes in the brief. */
  readonly begins: readonly string[];
  /** The audit's observations, one line each. Untrusted text that quotes the audited site. */
  readonly evidence: readonly string[];
  /** Markdown that says what the site must send or contain after the change. */
  readonly text: string;
  readonly wire: readonly WireBlock[];
}

export interface Brief {
  readonly target: string;
  /** The audited origin, without a trailing slash. */
  readonly address: string;
  readonly now: Scores;
  /** The scores after the changes in the brief; `undefined` if a check has no verdict. */
  readonly then: Scores | undefined;
  /** The scores if the owner adds an OpenAPI description; `undefined` if the site probably has no API or `then` is missing. */
  readonly withApi: Scores | undefined;
  /** Sentences that say why the relative score stays below 100 after the changes in the brief. */
  readonly shortfall: readonly string[];
  readonly questions: readonly Question[];
  readonly parts: readonly Part[];
  /** Set if the evidence was left out of all parts because the brief was too long. */
  readonly hasNoEvidence?: boolean;
  /** Optional checks for features that the site does not have. */
  readonly optional: readonly string[];
  readonly notApplicable: number;
  readonly waived: readonly { readonly check: CheckId; readonly reason: string; readonly expires: string }[];
  /** Checks that were not run (`skipped`) or could not be tested (`unseen`). */
  readonly skipped: readonly string[];
  readonly unseen: readonly string[];
  /** Ids of failed checks that this version does not have. Untrusted text. */
  readonly unknown: readonly string[];
  /** The command that audits the site again. */
  readonly verify: string;
  /** Where to find a complete configuration for the site's software, such as nginx: a command or a URL, as Markdown. */
  readonly configuration: string | undefined;
}

interface BriefOptions {
  readonly texts: ChangeTexts;
  readonly verify: string;
  /** The failures that the owner accepts. A waiver counts if it had not ended on the date of the scorecard. */
  readonly waivers?: readonly Waiver[];
  /** Returns Markdown that says where to find the page about a stack, such as nginx. */
  readonly pageOf: (stack: StackId) => string;
}

/** Limits for the evidence in a brief, in characters: for one line, for all lines, and the minimum length of a cut line. */
const LINE_CHARS = 200;
const EVIDENCE_CHARS = 2_400;
const LEAST_CHARS = 30;

/** Returns the brief (the list of changes to make) for the site of a scorecard. */
export function briefOf(envelope: Envelope, { texts, verify, pageOf, waivers = [] }: BriefOptions): Brief {
  const { scorecard, freshness, target } = envelope;
  const { results } = scorecard;
  const day = freshness.scored_at.slice(0, 10);
  const waiver = (result: Result) => waiverOf(result, waivers, day).holding;
  const isLeft = (result: Result) => definitionOf(result.id) === undefined || waiver(result) !== undefined;
  const outcome = outcomeOf(scorecard, isLeft);
  const then = scoresThen(scorecard, outcome);
  const withApi =
    then === undefined || !mayHaveApi(envelope)
      ? undefined
      : scoresThen(scorecard, outcomeOf(scorecard, isLeft, ['openapi']));
  const failed = results.filter(isFailedResult).filter((result) => !isLeft(result));
  const scope = new Set([...failed.map(({ id }) => id), ...outcome.begin]);
  const site = briefSite(envelope, scope);
  const room = Math.floor(EVIDENCE_CHARS / Math.max(1, failed.length));
  const lineChars = Math.min(LINE_CHARS, Math.max(LEAST_CHARS, room));
  const ordered = CHANGES.flatMap((change): Part[] => {
    const fails = change.checks.flatMap((id) => {
      const result = failed.find((one) => one.id === id);
      return result === undefined ? [] : { ...result, id };
    });
    const begins = change.checks.filter((id) => outcome.begin.has(id));
    if (fails.length + begins.length === 0) return [];
    const statuses = new Map([
      ...begins.map((id) => [id as string, 'new'] as const),
      ...fails.map(({ id, status }) => [id, status] as const),
    ]);
    const { text, wire } = readChange(texts[change.id], conditions(site, statuses));
    return [
      {
        id: change.id,
        title: change.title,
        fails: fails.map(({ id, status, keyword }) => ({ id, status, keyword })),
        begins,
        evidence: evidenceLines(fails, envelope, lineChars),
        text: withOwnAddresses(text, site),
        wire: wire.map((block) => ({ ...block, text: withOwnAddresses(block.text, site) })),
      },
    ];
  });
  const parts = ordered.toSorted((a, b) => Number(mayBeLeft(a)) - Number(mayBeLeft(b)));
  const stack = stackNamed(stackSeen(scorecard.platforms) ?? '');
  return {
    target,
    address: new URL(envelope.target_url).origin,
    now: { relative: scorecard.score.relative, global: scorecard.score.global },
    then,
    withApi,
    shortfall:
      then === undefined || then.relative === 100 || mayStayAsIs({ parts })
        ? []
        : shortfallOf(outcome.results),
    questions: questionsFor(site, scope, withApi).filter(
      ({ id }) => id !== 'limits' || !mayStayAsIs({ parts }),
    ),
    parts,
    optional: results.filter(({ na_reason }) => na_reason === 'optional-absent').map(({ id }) => id),
    notApplicable: results.filter(
      ({ id, status, na_reason }) =>
        status === 'n_a' && na_reason !== 'optional-absent' && !outcome.begin.has(id),
    ).length,
    waived: results.flatMap((result) => {
      const accepted = isFailing(result.status) ? waiver(result) : undefined;
      return accepted === undefined
        ? []
        : [{ check: result.id as CheckId, reason: accepted.reason, expires: accepted.expires }];
    }),
    skipped: results.filter(({ status }) => status === 'skip').map(({ id }) => id),
    unseen: results.filter((one) => hasNoVerdict(one) && one.status !== 'skip').map(({ id }) => id),
    unknown: results
      .filter(({ id, status }) => isFailing(status) && definitionOf(id) === undefined)
      .map(({ id }) => plain(id, 60)),
    verify,
    configuration:
      stack === undefined ? undefined : `A whole configuration for ${stack.name}: ${pageOf(stack.id)}`,
  };
}

/** Returns whether a part is necessary only if the API limits calls. */
function mayBeLeft({ fails, begins }: Pick<Part, 'fails' | 'begins'>): boolean {
  return begins.length === 0 && fails.every(mayStay);
}

/** Returns whether the site needs no change, unless its API limits calls. */
export function mayStayAsIs({ parts }: Pick<Brief, 'parts'>): boolean {
  return parts.every(mayBeLeft);
}

/** Returns whether the site has pages and may have an API that the audit could not find. */
function mayHaveApi({ scorecard: { results, site_type } }: Envelope): boolean {
  const status = (id: CheckId) => results.find((one) => one.id === id)?.status;
  return site_type !== 'content' && status('openapi') === 'n_a' && status('root-meta-description') !== 'n_a';
}

/** Returns one line for each different evidence text. If there are several, each line begins with the id of a check. */
function evidenceLines(fails: readonly Result[], envelope: Envelope, most: number): string[] {
  const byText = Map.groupBy(fails, ({ evidence }) => plain(ownPaths(evidence, envelope), most));
  if (byText.size === 1) return [...byText.keys()];
  return Array.from(byText, ([text, checks]) => {
    const [first, ...more] = checks.map(({ id }) => id);
    return `${first}${more.length === 0 ? '' : ` and ${more.length} more`}: ${text}`;
  });
}

/** Returns why the relative score stays below 100, from the checks that still fail after the changes in the brief. */
function shortfallOf(results: readonly Pick<Result, 'id' | 'status'>[]): string[] {
  const ids = results.filter(({ status }) => isFailing(status)).map(({ id }) => id);
  const limits = ids.includes('rate-limit-headers')
    ? ['If the API limits no calls: `rate-limit-headers` stays missing, and that is right.']
    : [];
  const others = ids.filter((id) => id !== 'rate-limit-headers' && definitionOf(id) !== undefined);
  return others.length === 0
    ? limits
    : [...limits, `Left as they are: ${others.map((id) => `\`${id}\``).join(', ')}.`];
}

interface Question {
  readonly id: 'ai-use' | 'kept-out' | 'api' | 'limits' | 'mcp' | 'cors' | 'address' | 'contact';
  readonly text: string;
}

/** Checks of documents that contain the site's public URL. */
const NAME_THE_ADDRESS: readonly CheckId[] = ['well-known-mcp-card', 'sitemap', 'oauth-protected-resource'];

/**
 * Returns the brief's questions for the site's owner.
 * @param scope the checks that the brief fixes, and those that begin to apply afterwards
 * @param withApi the scores if the owner adds an OpenAPI description; `undefined` leaves out the question about an API
 */
function questionsFor(site: BriefSite, scope: ReadonlySet<string>, withApi: Scores | undefined): Question[] {
  const questions: Question[] = [];
  const ask = (id: Question['id'], text: string) => questions.push({ id, text });
  if (scope.has('content-signals') || scope.has('robots-ai-rules'))
    ask(
      'ai-use',
      'May AI systems use the content: to find it (`search`), to answer with it (`ai-input`), to train on it (`ai-train`)? Leave out what the owner has not decided (with nothing decided, `content-signals` is missing).',
    );
  if (site.keptOut.length > 0)
    ask(
      'kept-out',
      `robots.txt keeps ${firstOf(site.keptOut, 4)} out. Is that on purpose? Allow nothing without a yes.`,
    );
  if (withApi !== undefined)
    ask(
      'api',
      `Is there an HTTP API that others may call? If so, publish \`/openapi.json\` (OpenAPI 3.1 with \`info\`, the base in \`servers: [{"url": "/api"}]\`, and the \`paths\` that exist) and link to it in llms.txt and in the \`Link\` header (\`rel="service-desc"\`). Answer every 4xx at or below the base, also for unknown paths, with \`application/problem+json\` (\`{"type":"about:blank","title":"Not Found","status":404}\`). Send \`RateLimit\` headers only if the API limits calls; without limits, the scores end at ${withApi.relative}% and ${withApi.global}%.`,
    );
  if (scope.has('rate-limit-headers'))
    ask(
      'limits',
      'Does the API limit calls today? If not, send no `RateLimit` headers: `rate-limit-headers` then stays missing, and that is right.',
    );
  if (site.isPromised && !site.isNamed)
    ask('mcp', 'Is an MCP server wanted? If not, remove the endpoint from the document that names it.');
  if (scope.has('mcp-cors-preflight') || scope.has('mcp-cors-actual'))
    ask(
      'cors',
      'May web pages of other sites call the MCP endpoint? If not, send no CORS headers: both checks are then missing, and that is right.',
    );
  if (!site.isPublic && NAME_THE_ADDRESS.some((id) => scope.has(id)))
    ask('address', 'Which public address will the site have? It replaces the audited address on this page.');
  if (scope.has('security-txt')) ask('contact', 'Who reads reports of security problems (address)?');
  return questions;
}

/** Returns the `--mcp-endpoint` option, after a space, if the audit request named an endpoint; otherwise an empty string. */
export function endpointOption({
  target_url,
  scorecard,
}: Pick<Envelope, 'target_url' | 'scorecard'>): string {
  const named = namedEndpointOf(scorecard);
  if (named === undefined) return '';
  const { origin, pathname, search } = new URL(named);
  return ` ${NAMED_ENDPOINT} ${shellWord(origin === new URL(target_url).origin ? pathname + search : named)}`;
}

/** Returns the command that audits a scorecard's site again with the same options. `origin` is the catalog's origin. */
export function verifyCommand(envelope: Envelope, origin: string): string {
  const { target, scorecard } = envelope;
  const siteType = scorecard.site_type === null ? '' : ` --site-type ${shellWord(scorecard.site_type)}`;
  return `${npxCommand(origin)} ${shellWord(target)}${siteType}${endpointOption(envelope)}`;
}
