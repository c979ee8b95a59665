/** Collects the facts about a site that its brief needs, and adapts the text of the brief to the site. */

import type { CheckId } from '../audit/check-texts/index.ts';
import { isFailing, isFaulty } from '../audit/check-texts/vocabulary.ts';
import { namedEndpointOf } from '../audit/scorecard/address.ts';
import type { Envelope, Result } from '../audit/scorecard/schema.ts';
import { isPublicName } from '../audit/target.ts';
import { AI_FETCHERS } from '../base/ai-fetchers.ts';
import { isPlainAddress } from '../base/url.ts';
import type { Holds } from './change-text.ts';

/** A path that no API has. Audits request it below the API's base URL, to see how the API reports errors. */
const UNKNOWN_API_PATH = '/anc-web-audit-no-such-api';

/** The facts about a site that its brief uses. Documents that the changes will add count as present. */
export interface BriefSite {
  /** The origin, without a trailing slash. */
  readonly origin: string;
  readonly host: string;
  /** Whether the host is public, unlike loopback addresses and private names. */
  readonly isPublic: boolean;
  readonly sitemap: string | undefined;
  readonly openapi: string | undefined;
  /** The base path of the API, such as `/api` or `/`, if the audit found one. */
  readonly apiBase: string | undefined;
  readonly mcp: string | undefined;
  readonly hasHome: boolean;
  readonly hasMarkdown: boolean;
  /** Whether the owner must still add Markdown versions of the pages. */
  readonly isMarkdownNew: boolean;
  readonly hasLlmsTxt: boolean;
  /** Whether robots.txt has a `Content-Signal` line, which crawlers with a group of their own do not read. */
  readonly hasSignals: boolean;
  readonly hasResources: boolean;
  /** Whether the User-Agent, and not only the `Accept` header, decides whether the site serves Markdown. */
  readonly byUserAgent: boolean;
  /** The AI fetchers that robots.txt disallows. */
  readonly keptOut: readonly string[];
  /** Whether a document of the site, or the audit request, names an MCP endpoint that does not speak MCP. */
  readonly isPromised: boolean;
  /** Whether the audit request named the MCP endpoint. */
  readonly isNamed: boolean;
  readonly lacksHeading: boolean;
  readonly lacksText: boolean;
}

/** Returns the facts about a scorecard's site. `covered` are the checks that the brief fixes. */
export function briefSite({ target_url, scorecard }: Envelope, covered: ReadonlySet<string>): BriefSite {
  const audited = new URL(target_url);
  const origin = scorecard.canonical_origin ?? audited.origin;
  const result = (id: CheckId) => scorecard.results.find((one) => one.id === id);
  const passes = (id: CheckId) => result(id)?.status === 'pass';
  const pathOf = (id: CheckId, usual: string) => {
    if (!passes(id)) return covered.has(id) ? usual : undefined;
    return ownPath(result(id)?.details?.facts.find(({ status }) => status === 200)?.url, audited) ?? usual;
  };
  const content = result('content-without-js');
  const noText = content?.status === 'absent';
  const promised = isPromise(result('mcp-initialize'), result('mcp-capabilities'));
  const noHeading = content?.finding?.includes('no main heading') === true;
  return {
    origin,
    host: new URL(origin).host,
    isPublic: isPublicName(new URL(origin).hostname),
    sitemap: pathOf('sitemap', '/sitemap.xml'),
    openapi: pathOf('openapi', '/openapi.json'),
    apiBase: apiBaseOf(scorecard.results, audited),
    mcp: promised ? undefined : endpointOf(scorecard.mcp_endpoint, audited, origin),
    hasHome: result('link-headers')?.status !== 'n_a',
    hasMarkdown: passes('accept-markdown') || covered.has('accept-markdown'),
    isMarkdownNew: covered.has('accept-markdown'),
    hasLlmsTxt: passes('llms-txt') || covered.has('llms-txt'),
    hasSignals: passes('content-signals'),
    hasResources: !hasNone(result('mcp-resources-list')),
    byUserAgent: passes('markdown-cli-ua') || passes('markdown-agent-ua'),
    keptOut: (scorecard.assistants_kept_out ?? []).filter((name) => AI_FETCHERS.includes(name)),
    isPromised: promised,
    isNamed: namedEndpointOf(scorecard) !== undefined,
    lacksHeading: noText || noHeading,
    lacksText: noText || (isFailing(content?.status ?? '') && !noHeading),
  };
}

/** Returns whether an MCP server offers no list of tools, or of resources. An empty list counts as offered. */
export function hasNone(list: Result | undefined): boolean {
  return list?.status === 'n_a' && !list.evidence.includes('no resource is listed');
}

/** Returns whether the site or the audit request names an MCP endpoint that does not speak MCP. */
export function isPromise(initialize: Result | undefined, capabilities: Result | undefined): boolean {
  return initialize?.status === 'broken' && capabilities?.status === 'n_a';
}

/** Returns a URL's path if the URL is on the audited site and safe to show. */
function ownPath(address: string | undefined, audited: URL): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  return origin === audited.origin && isPlainAddress(address, audited.href) ? pathname : undefined;
}

function endpointOf(address: string | null, audited: URL, origin: string): string | undefined {
  if (address === null || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!isPlainAddress(address, audited.href)) return `${origin}/mcp`;
  return `${url.origin === audited.origin ? origin : url.origin}${url.pathname}`;
}

/** Returns the API's base path, from a URL that the audit requested; `undefined` if the audit only guessed the path `/`. */
function apiBaseOf(results: readonly Result[], audited: URL): string | undefined {
  const isDescribed = results.some(
    ({ id, status }) => id === 'openapi' && (status === 'pass' || status === 'noncompliant'),
  );
  const folders = results
    .filter(({ id }) => id === 'json-errors')
    .flatMap(({ details }) => details?.facts ?? [])
    .flatMap(({ url }) =>
      url?.endsWith(UNKNOWN_API_PATH) === true
        ? (ownPath(url.slice(0, -UNKNOWN_API_PATH.length), audited) ?? [])
        : [],
    );
  return folders.find((folder) => folder !== '/') ?? (isDescribed && folders.length > 0 ? '/' : undefined);
}

/**
 * Returns a function that decides whether a condition in a change's text is true for a site.
 * @param scope maps each check that the change fixes to its status, or to `new` if the check begins to apply
 */
export function conditions(site: BriefSite, scope: ReadonlyMap<string, string>): Holds {
  const facts: Readonly<Record<string, boolean>> = {
    'has-sitemap': site.sitemap !== undefined,
    'has-signals': site.hasSignals,
    'has-openapi': site.openapi !== undefined,
    'has-mcp': site.mcp !== undefined,
    'has-home': site.hasHome,
    'has-base': site.apiBase !== undefined && site.apiBase !== '/',
    'has-markdown': site.hasMarkdown,
    'has-llms': site.hasLlmsTxt,
    'has-resources': site.hasResources,
    'by-user-agent': site.byUserAgent,
    'kept-out': site.keptOut.length > 0,
    promised: site.isPromised,
    named: site.isNamed,
    faulty: [...scope.values()].some(isFaulty),
    'api-at-root': site.apiBase === '/',
    'no-h1': site.lacksHeading,
    'no-text': site.lacksText,
  };
  return (name) => {
    const [id = '', status] = name.split(':');
    return facts[id] ?? (status === undefined ? scope.has(id) : scope.get(id) === status);
  };
}

/** Replaces the example URLs in a text with URLs of the site. */
export function withOwnAddresses(text: string, site: BriefSite): string {
  return text
    .replaceAll('https://example.com/mcp', site.mcp ?? `${site.origin}/mcp`)
    .replaceAll('https://example.com', site.origin)
    .replaceAll('/index.md', site.isMarkdownNew ? '/index.md' : '/')
    .replaceAll('/sitemap.xml', site.sitemap ?? '/sitemap.xml')
    .replaceAll('/openapi.json', site.openapi ?? '/openapi.json')
    .replaceAll('`/api`', `\`${site.apiBase}\``)
    .replaceAll('"/api"', JSON.stringify(site.apiBase ?? '<base of all paths, such as /api>'));
}
