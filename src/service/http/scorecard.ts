/**
 * Serves `/score/<target>`, with `/md` and `/json`, for targets without static files. Responds with the catalog's scorecard,
 * else with the live scorecard (from an audit on request), else with a 404 that gives advice. Never starts an audit.
 *
 * `/score/<target>/live` serves the live scorecard even if the catalog lists the target. `?site_type=` selects the live
 * scorecard for a declared site type. `/fix` and `/fix.md` below these paths serve the brief (the list of changes to make).
 */

import type { Context } from 'hono';
import { SITE_TYPES, type SiteType } from '../../audit/check-texts/vocabulary.ts';
import { catalogPath, formPath, livePath, readTargetSegment } from '../../audit/scorecard/address.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { shellWord } from '../../base/escape.ts';
import { npxCommand } from '../../base/npx.ts';
import type { ListedTarget } from '../../catalog/results/scored.ts';
import { formOf, pageOf, type TargetFormName } from '../../catalog/results/target-forms.ts';
import { briefOf, verifyCommand } from '../../fix/brief.ts';
import { briefMarkdown } from '../../fix/brief-markdown.ts';
import { stackPath } from '../../fix/stacks.ts';
import { TARGET_FORMS } from '../../report/formats.ts';
import { type ScorecardPage, scorecardPage } from '../../report/html/scorecard.ts';
import type { FailedAttempt, Known, Library, Scorecards } from '../api.ts';
import { ServiceError } from '../errors.ts';
import { endpointPath } from '../mcp-endpoint.ts';
import { HOUR, openHeaders, REVALIDATED, SHARED_CACHE } from './caching.ts';
import type { Pages, Rendered } from './pages.ts';
import { type HttpProblem, type ProblemForm, problemAtAddress, problemResponse } from './problem.ts';

export interface ScorecardOptions {
  readonly scorecards: Pick<Scorecards, 'target' | 'live' | 'known'>;
  readonly library: Pick<Library, 'scorecard' | 'changeTexts'>;
  readonly pages: Pages;
  readonly shared: string;
}

/** Private because the responses have a caller's rate-limit headers; revalidated because audits may run at any time. */
const CACHE = 'private, max-age=0, must-revalidate';

interface Wanted {
  readonly target: string;
  /** Whether the path has `/live`, which serves the result of an audit on request even if the catalog lists the target. */
  readonly live: boolean;
  readonly form: ProblemForm;
  readonly brief: boolean;
}

export async function answerScorecard(
  c: Context,
  { target, live, form, brief }: Wanted,
  options: ScorecardOptions,
): Promise<Response> {
  const { scorecards, library, pages } = options;
  const pathIn = (path: string) => {
    if (brief) return formPath(path, form === 'html' ? 'fix' : 'fix.md');
    return form === 'html' ? path : formPath(path, form);
  };
  const siteType = siteTypeOf(c.req.query('site_type') ?? '');
  if (siteType === undefined) return problemResponse(c, NO_SITE_TYPE, form, pages);
  let envelope: Envelope | undefined;
  let name: string;
  let isListed: boolean;
  let mcpEndpoint: string | undefined;
  try {
    const segment = readTargetSegment(target);
    name = scorecards.target(segment.host).name;
    mcpEndpoint = segment.mcpEndpoint && endpointPath(segment.mcpEndpoint);
    // Only the address with `/live` has results for a declared site type or MCP endpoint.
    if (!live && (siteType !== null || mcpEndpoint !== undefined)) {
      return c.redirect(pathIn(livePath(name, { listed: false, siteType, mcpEndpoint })), 302);
    }
    isListed = (await library.scorecard(name)) !== undefined;
    envelope = live
      ? await scorecards.live(name, siteType, mcpEndpoint)
      : (await scorecards.known(name)).envelope;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return problemResponse(c, problemAtAddress(error), form, pages);
  }
  // The catalog's scorecard is a static file. Redirect other spellings of its path, and `/live` if no live scorecard exists.
  const file = pathIn(catalogPath(name));
  const isForFile =
    isListed && siteType === null && mcpEndpoint === undefined && (!live || envelope === undefined);
  if (isForFile && c.req.path !== file) return c.redirect(file, 302);
  if (envelope === undefined) {
    // Other pages have their Markdown at `<path>.md`, so clients may try that here. Redirect them to `/md`.
    const page = name.replace(/\.md$/, '');
    if (page !== name && (await library.scorecard(page)) !== undefined)
      return c.redirect(formPath(catalogPath(page), 'md'), 302);
    const missing = {
      name,
      siteType,
      mcpEndpoint,
      known: await scorecards.known(name),
      origin: pages.origin,
    };
    return problemResponse(c, notScored(missing, form), form, pages);
  }
  if (brief) {
    const isCatalogs = isListed && !live;
    c.header('Cache-Control', isCatalogs ? REVALIDATED : CACHE);
    if (isCatalogs) c.header(SHARED_CACHE, options.shared);
    return briefResponse(c, envelope, form, options);
  }
  c.header('Cache-Control', CACHE);
  c.header('Last-Modified', new Date(envelope.freshness.scored_at).toUTCString());
  return scorecardResponse(
    c,
    {
      envelope,
      path: scorecardPathOf(envelope),
      isInCatalog: isListed && live,
      typedPath: c.req.query(TYPED) === TYPED_PATH,
    },
    form,
    pages,
  );
}

async function briefResponse(
  c: Context,
  envelope: Envelope,
  form: ProblemForm,
  { library, pages }: ScorecardOptions,
): Promise<Response> {
  const brief = briefOf(envelope, {
    texts: await library.changeTexts(),
    verify: verifyCommand(envelope, pages.origin),
    pageOf: (id) => `${pages.origin}${stackPath(id)}.md`,
  });
  if (form === 'html') {
    const { briefPage } = await import('../../report/html/brief.ts');
    const path = scorecardPathOf(envelope);
    return pages.respond(c, briefPage({ brief, path, site: pages.origin }));
  }
  c.header('X-Robots-Tag', 'noindex');
  c.header('Content-Type', TARGET_FORMS.md.type);
  return c.body(briefMarkdown(brief));
}

/** A query parameter that is set if the caller typed a path. The page then explains what was audited. */
const TYPED = 'typed';
const TYPED_PATH = 'path';

export function scorecardPathOf({ scorecard_url }: Envelope, typedPath = false): string {
  const url = new URL(scorecard_url);
  if (typedPath) url.searchParams.set(TYPED, TYPED_PATH);
  return url.pathname + url.search;
}

/** Parses a site type; returns `null` for an empty name and `undefined` for an unknown one. */
export function siteTypeOf(name: string): SiteType | undefined {
  return name === '' ? null : SITE_TYPES.find((one) => one === name);
}

export const NO_SITE_TYPE: HttpProblem = {
  status: 400,
  title: 'Not a site type',
  code: 'invalid_site_type',
  detail: `site_type must be ${SITE_TYPES.join(' or ')}, or left out.`,
  links: [
    { href: '/score', label: 'The catalog' },
    { href: '/mcp-skill', label: 'Guide for MCP clients' },
  ],
};

export function scorecardResponse(
  c: Context,
  page: Pick<ScorecardPage, 'envelope' | 'path' | 'isInCatalog' | 'typedPath' | 'stored'>,
  form: ProblemForm,
  pages: Pages,
): Response {
  if (form === 'html')
    return pages.respond(c, scorecardPage({ ...page, site: pages.origin, contact: pages.contact }));
  c.header('X-Robots-Tag', 'noindex');
  const { type, textOf } = TARGET_FORMS[form];
  c.header('Content-Type', type);
  return c.body(textOf(page.envelope));
}

/** Renders a listed target in this format, with the headers of a static file; `undefined` if the format does not exist. */
export function listedFile(
  listed: ListedTarget,
  form: TargetFormName | undefined,
  pages: Pages,
): Rendered | undefined {
  const { origin, contact } = pages;
  if (form === undefined) {
    const { text, headers } = pages.rendered(pageOf(listed, origin, contact));
    return { text, headers: { ...headers, 'Cache-Control': REVALIDATED } };
  }
  const text = formOf(listed, form, origin);
  if (text === undefined) return undefined;
  const { type } = TARGET_FORMS[form];
  if (form === 'badge.svg') return { text, headers: openHeaders(type, HOUR) };
  return { text, headers: { 'Content-Type': type, 'Cache-Control': REVALIDATED } };
}

function notScored(
  missing: {
    readonly name: string;
    readonly siteType: SiteType;
    readonly mcpEndpoint: string | undefined;
    readonly known: Known;
    readonly origin: string;
  },
  format: ProblemForm,
): HttpProblem {
  const { name, siteType, mcpEndpoint = '', known, origin } = missing;
  const { failedAttempt, envelope } = known;
  const form = { url: name, siteType, mcpEndpoint };
  const other =
    envelope === undefined
      ? []
      : [{ href: scorecardPathOf(envelope), label: `The scorecard of ${name}, no type declared` }];
  const links = [...other, ...WAYS_ON];
  if (failedAttempt !== undefined) {
    return {
      status: 404,
      title: UNSEEN[failedAttempt.state].title,
      code: UNSEEN[failedAttempt.state].code,
      detail: `There is no scorecard of ${name}: ${UNSEEN[failedAttempt.state].why}. ${failedAttempt.message}`,
      quote: failedAttempt.quote,
      owner: { state: failedAttempt.state, host: name },
      form,
      links,
    };
  }
  const [declared, argument, option] =
    siteType === null
      ? ['', '', '']
      : [
          ` with the site type ${siteType} declared`,
          ` and site_type ${siteType}`,
          ` --site-type ${siteType}`,
        ];
  const [named, namedArgument, namedOption] =
    mcpEndpoint === ''
      ? ['', '', '']
      : [
          `${declared === '' ? ' with' : ' and'} the MCP endpoint ${mcpEndpoint} named`,
          ` and mcp_endpoint ${mcpEndpoint}`,
          ` --mcp-endpoint ${shellWord(mcpEndpoint)}`,
        ];
  return {
    status: 404,
    title: 'Not scored yet',
    code: 'not_found',
    detail: `No scorecard for ${name}${declared}${named} yet. Audit it with the form ${format === 'html' ? 'below' : `at ${origin}/score#audit`}, with the MCP tool audit_website (target ${name}${argument}${namedArgument}), or on your own machine with the command line.`,
    command: `${npxCommand(origin)} ${name}${option}${namedOption}`,
    form,
    links,
  };
}

const NOT_SEEN = 'the last audit could not be completed';
const UNSEEN: Readonly<Record<FailedAttempt['state'], { title: string; code: string; why: string }>> = {
  refuses: { title: 'The site refuses the auditor', code: 'target_blocked', why: NOT_SEEN },
  declined: {
    title: 'The site declined to be audited',
    code: 'target_declined',
    why: 'its owner does not want it audited',
  },
  unreachable: { title: 'The site did not answer', code: 'target_unreachable', why: NOT_SEEN },
};

const WAYS_ON = [
  { href: '/score', label: 'The catalog' },
  { href: '/mcp-skill', label: 'Guide for MCP clients' },
];
