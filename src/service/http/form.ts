/**
 * Handles `POST /audit`. For a form sent without scripts, redirects to the scorecard (303), or shows the page of an audit
 * that was cut short. A script that accepts an event stream also receives the progress. If the stream ends before the audit,
 * its last event is `cut_short`, or `failed` with `audit_timeout` and `retry_after_s`. The script then waits that many
 * seconds and sends the form again.
 */

import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { parseTarget } from '../../audit/target.ts';
import { shellWord } from '../../base/escape.ts';
import { npxCommand } from '../../base/npx.ts';
import type { AuditForm } from '../../report/html/audit-form.ts';
import { scorecardPage } from '../../report/html/scorecard.ts';
import type { Scorecards, ServiceAuditRequest } from '../api.ts';
import type { Caller } from '../caller.ts';
import { ServiceError } from '../errors.ts';
import { names } from '../incoming/negotiation.ts';
import { isFromOwnPage } from '../incoming/own-page.ts';
import { ENDPOINT_CHARS, endpointIn, leavesPath } from '../mcp-endpoint.ts';

import type { Pages } from './pages.ts';
import { type HttpProblem, httpProblemOf, preferredForm, problemResponse } from './problem.ts';
import { NO_SITE_TYPE, scorecardPathOf, scorecardResponse, siteTypeOf } from './scorecard.ts';

interface FormOptions {
  readonly scorecards: Pick<Scorecards, 'target' | 'audit'>;
  readonly pages: Pages;
}

const FORM_TYPES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const WAYS_ON = [
  { href: '/command-line', label: 'The command line' },
  { href: '/score', label: 'The catalog' },
  { href: '/mcp-skill', label: 'Guide for MCP clients' },
];
const TYPED_CHARS = 2048;

/** Audits the site that the form names. Calls `report` with the outcome before the response ends. */
export async function answerForm(
  c: Context,
  caller: Caller,
  { scorecards, pages }: FormOptions,
  report: (target: string | undefined, outcome: string) => void,
): Promise<Response> {
  const form = preferredForm(c);
  if (!isOwn(c, pages.origin)) return problemResponse(c, FOREIGN, form, pages);
  if (!FORM_TYPES.test(c.req.header('content-type') ?? '')) return problemResponse(c, NO_FORM, form, pages);
  const fields = await fieldsOf(c);
  if (fields === undefined) return problemResponse(c, MALFORMED, form, pages);
  const { url, type, endpoint } = fields;
  const siteType = siteTypeOf(type);
  if (siteType === undefined)
    return problemResponse(c, { ...NO_SITE_TYPE, form: typed(fields, null) }, form, pages);
  let request: ServiceAuditRequest;
  try {
    request = {
      target: scorecards.target(url),
      siteType,
      ...endpointIn(url, endpoint),
      caller,
      signal: c.req.raw.signal,
    };
  } catch (error) {
    return failed(error, undefined);
  }
  const { name } = request.target;
  if (names(c.req.header('accept'), 'text/event-stream'))
    return streamAudit(c, request, { scorecards, pages, typed: url }, (outcome) => report(name, outcome));
  try {
    const envelope = await scorecards.audit(request);
    report(name, 'ok');
    // The incomplete scorecard of an audit that was cut short is not stored, so it has no URL to redirect to.
    if (envelope.cut_short === true)
      return scorecardResponse(c, { envelope, path: c.req.path, stored: false }, form, pages);
    return c.redirect(scorecardPathOf(envelope, leavesPath(url, envelope)), 303);
  } catch (error) {
    return failed(error, name);
  }

  function failed(error: unknown, target: string | undefined): Response {
    if (!(error instanceof ServiceError)) throw error;
    report(target, error.code);
    const problem: HttpProblem = {
      ...httpProblemOf(error),
      owner: target === undefined ? undefined : ownerOf(error, target),
      command: localCommand(error, url, pages.origin),
      links: WAYS_ON,
      form: typed({ url, endpoint }, siteType ?? null),
    };
    return problemResponse(c, problem, form, pages);
  }
}

function streamAudit(
  c: Context,
  request: ServiceAuditRequest,
  { scorecards, pages, typed: url }: FormOptions & { readonly typed: string },
  report: (outcome: string) => void,
): Response {
  const response = streamSSE(c, async (stream) => {
    const disconnected = new AbortController();
    stream.onAbort(() => {
      report('cancelled');
      disconnected.abort();
    });
    const send = (event: string, data: unknown) => stream.writeSSE({ event, data: JSON.stringify(data) });
    try {
      const envelope = await scorecards.audit({
        ...request,
        signal: disconnected.signal,
        onProgress: (progress) => void send('progress', progress),
      });
      report('ok');
      await (envelope.cut_short === true
        ? send('cut_short', cutShortPage(envelope, c.req.path, pages))
        : send('done', { location: scorecardPathOf(envelope, leavesPath(url, envelope)) }));
    } catch (error) {
      const known = error instanceof ServiceError ? error : undefined;
      report(known?.code ?? 'internal');
      await send('failed', {
        code: known?.code ?? 'internal',
        scope: known?.scope,
        retry_after_s: known?.retryAfterS,
        quote: known?.quote,
        message: known?.message ?? 'The service failed. Try again later.',
      });
    }
  });
  // HTTP/2 does not allow connection-specific headers (RFC 9113, section 8.2.2).
  for (const field of ['Connection', 'Transfer-Encoding']) response.headers.delete(field);
  return response;
}

function cutShortPage(
  envelope: Envelope,
  path: string,
  { origin: site, contact }: Pages,
): { title: string; main: string } {
  const { title, main } = scorecardPage({ envelope, site, path, stored: false, contact });
  return { title, main };
}

interface Fields {
  readonly url: string;
  readonly type: string;
  readonly endpoint: string;
}

async function fieldsOf(c: Context): Promise<Fields | undefined> {
  const body = await c.req.parseBody().catch(() => undefined);
  if (body === undefined) return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { url: text(body.url), type: text(body.site_type), endpoint: text(body.mcp_endpoint).trim() };
}

/** Returns the caller's input, to fill the form in again. Omits a URL that may contain a password. */
function typed({ url, endpoint }: Omit<Fields, 'type'>, siteType: AuditForm['siteType']): AuditForm {
  return {
    url: url.includes('@') || url.length > TYPED_CHARS ? '' : url,
    siteType,
    mcpEndpoint: endpoint.slice(0, ENDPOINT_CHARS),
  };
}

/** Returns the state of a site that could not be audited, for the page's advice to the site's owner. */
function ownerOf({ code }: ServiceError, host: string): HttpProblem['owner'] {
  if (code === 'target_blocked') return { state: 'refuses', host };
  if (code === 'target_declined') return { state: 'declined', host };
  return code === 'target_unreachable' ? { state: 'unreachable', host } : undefined;
}

/** Returns whether a page of this catalog sent the form. Pages of other sites must not use up their visitors' limits. */
function isOwn({ req }: Context, catalog: string): boolean {
  const site = req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return false;
  return isFromOwnPage({ origin: req.header('origin') ?? null, url: req.url }, catalog);
}

const FOREIGN: HttpProblem = {
  status: 403,
  title: 'Not from this page',
  code: 'cross_origin',
  detail: 'This form can only be sent from a page of this catalog. Programs call the MCP tool score_cli.',
  links: WAYS_ON,
};

const NO_FORM: HttpProblem = {
  status: 415,
  title: 'Not a form',
  code: 'unsupported_media_type',
  detail:
    'Send the field url, and site_type or mcp_endpoint if you want to declare it, as application/x-www-form-urlencoded.',
  links: WAYS_ON,
};

const MALFORMED: HttpProblem = {
  status: 400,
  title: 'The form cannot be read',
  code: 'malformed_body',
  detail: 'The body does not match its Content-Type. Send it as application/x-www-form-urlencoded.',
  links: WAYS_ON,
};

/** Returns a command to audit a site that only the caller can reach, such as a local site. The service refuses such sites. */
function localCommand({ code }: ServiceError, url: string, origin: string): string | undefined {
  if (code !== 'invalid_target') return undefined;
  try {
    parseTarget(url);
  } catch {
    return undefined;
  }
  return `${npxCommand(origin)} ${shellWord(url.trim())}`;
}
