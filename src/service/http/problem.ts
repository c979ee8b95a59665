import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ListingState } from '../../audit/scorecard/listing-state.ts';
import { markdownText, ownProse } from '../../base/escape.ts';
import { MAX_URL_CHARS } from '../../base/limits.ts';
import { quoteMarkdown, waysInMarkdown } from '../../report/formats.ts';
import { type AuditForm, auditForm } from '../../report/html/audit-form.ts';
import { remediesSection } from '../../report/html/listing-state.ts';
import { html } from '../../report/html/markup.ts';
import type { PageContent } from '../../report/html/page.ts';
import { STATE_MEANS } from '../../report/listing-state.ts';
import { forAgents } from '../../report/markdown/document.ts';
import type { LimitScope, ServiceError, ServiceErrorCode } from '../errors.ts';
import { problemType } from '../incoming/negotiation.ts';
import type { Pages } from './pages.ts';

interface Link {
  readonly href: string;
  readonly label: string;
}

export interface HttpProblem {
  readonly status: ContentfulStatusCode;
  readonly title: string;
  readonly code: string;
  readonly detail: string;
  /** Untrusted text quoted from the audited site. */
  readonly quote?: string | undefined;
  readonly retryAfterS?: number | undefined;
  /** A shell command that the caller can run instead. The command contains no text that a site chose. */
  readonly command?: string | undefined;
  readonly scope?: LimitScope | undefined;
  readonly links?: readonly Link[];
  readonly owner?: { readonly state: ListingState['state']; readonly host: string } | undefined;
  readonly form?: AuditForm | undefined;
}

export type ProblemForm = 'html' | 'md' | 'json';

const STATUS: Readonly<Record<ServiceErrorCode, readonly [ContentfulStatusCode, string]>> = {
  invalid_target: [400, 'This site cannot be audited here'],
  audit_limit_reached: [429, 'Audit limit reached'],
  target_unreachable: [502, 'The site did not answer'],
  target_blocked: [502, 'The site refuses the auditor'],
  target_declined: [403, 'The site declines audits'],
  audit_timeout: [504, 'The site did not answer in time'],
  cancelled: [503, 'Cancelled'],
  invalid_arguments: [400, 'Invalid arguments'],
  rate_limited: [429, 'Too many requests'],
  withdrawn: [410, 'Withdrawn'],
  service_unavailable: [503, 'Temporarily unavailable'],
};

export function httpProblemOf({ code, message, quote, retryAfterS, scope }: ServiceError): HttpProblem {
  const [status, title] = STATUS[code];
  const links = code === 'invalid_target' ? [{ href: '/command-line', label: 'The command line' }] : [];
  return { status, title, code, detail: message, quote, retryAfterS, scope, links };
}

/** Returns the HTTP error for a failed scorecard request. If the target in the URL is invalid, the status is 404. */
export function problemAtAddress(error: ServiceError): HttpProblem {
  const problem = httpProblemOf(error);
  return error.code === 'invalid_target' ? { ...problem, status: 404 } : problem;
}

/** Returns the format that the caller prefers; JSON if it has no preference. */
export function preferredForm(c: Context): ProblemForm {
  const type = problemType(c.req.header('accept'));
  if (type === 'text/html') return 'html';
  return type === 'text/markdown' ? 'md' : 'json';
}

export function problemResponse(c: Context, problem: HttpProblem, form: ProblemForm, pages: Pages): Response {
  const { status, retryAfterS } = problem;
  if (retryAfterS !== undefined) c.header('Retry-After', `${retryAfterS}`);
  c.header('Cache-Control', 'no-store');
  if (form === 'html') return pages.respond(c, problemPage(c, problem, pages.origin), status);
  if (form === 'md') {
    c.header('Content-Type', 'text/markdown; charset=utf-8');
    return c.body(problemMarkdown(problem, pages.origin), status);
  }
  c.header('Content-Type', 'application/problem+json');
  return c.body(`${JSON.stringify(problemJson(problem), null, 2)}\n`, status);
}

function problemJson({ status, title, code, detail, quote, retryAfterS, command, scope }: HttpProblem) {
  return {
    type: 'about:blank',
    title,
    status,
    code,
    detail,
    quote,
    scope,
    retry_after_s: retryAfterS,
    command,
  };
}

function problemMarkdown(
  { title, detail, quote, command, links = [], owner, form }: HttpProblem,
  origin: string,
): string {
  const all = form === undefined ? links : [formLink(form), ...links];
  const list = all.map(({ href, label }) => `- [${markdownText(label)}](${origin}${href})`);
  const help = owner === undefined ? [] : waysInMarkdown(owner, owner.host, origin);
  const blocks = [
    `# ${markdownText(title)}`,
    ownProse(detail),
    ...quoteMarkdown(quote),
    ...(command === undefined ? [] : [`\`\`\`sh\n${command}\n\`\`\``]),
    ...help,
    ...(list.length > 0 ? [list.join('\n')] : []),
  ];
  return forAgents(`${blocks.join('\n\n')}\n`, origin);
}

/** Returns a link to the page with the audit form, on which a script fills in the caller's input. */
function formLink({ url }: AuditForm): Link {
  const query = url === '' ? '' : `?${new URLSearchParams({ url })}`;
  return { href: `/score${query}#audit`, label: 'The form that audits a site' };
}

function problemPage(
  c: Context,
  { status, title, detail, quote, command, links = [], owner, form }: HttpProblem,
  origin: string,
): PageContent {
  return {
    title,
    description: detail,
    // Do not repeat a URL that is too long.
    url: status === 414 ? `${origin}/` : `${origin}${c.req.path}`,
    formats: [],
    index: false,
    main: String(html`<h1>${title}</h1>
      <p class="lead">${detail}</p>
      ${quote !== undefined && html`<p class="small">Seen: <code>${quote}</code></p>`}
      ${command !== undefined && html`<pre class="wrapped" tabindex="0">${command}</pre>`}
      ${owner && html`<p class="prose">${STATE_MEANS[owner.state]}</p>${remediesSection(owner, owner.host, origin)}`}
      ${form && auditForm(form)}
      ${links.length > 0 && html`<ul>${links.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}</ul>`}`),
  };
}

/** Seconds before callers should retry while the service is switched off. */
export const WHILE_OFF_S = 3600;
/** The maximum size of a form's body, in bytes. The longest field of the form is a URL. */
export const FORM_BYTES = 16 * 1024;

const WAYS_ON = [
  { href: '/llms.txt', label: 'Index for agents' },
  { href: '/score', label: 'The catalog' },
  { href: '/openapi.json', label: 'OpenAPI description' },
];

export const NOT_FOUND: HttpProblem = {
  status: 404,
  title: 'Not found',
  code: 'not_found',
  detail: 'There is nothing at this address.',
  links: WAYS_ON,
};

export const NOT_ALLOWED: HttpProblem = {
  status: 405,
  title: 'Method not allowed',
  code: 'method_not_allowed',
  detail: '',
  links: WAYS_ON,
};

export const TOO_LARGE: HttpProblem = {
  status: 413,
  title: 'Form too large',
  code: 'content_too_large',
  detail: `The form takes at most ${FORM_BYTES} bytes: the address of a site and its type.`,
};

export const TOO_LONG: HttpProblem = {
  status: 414,
  title: 'URL too long',
  code: 'uri_too_long',
  detail: `URLs here have at most ${MAX_URL_CHARS} characters.`,
  links: WAYS_ON,
};

export const OFF: HttpProblem = {
  status: 503,
  title: 'Switched off',
  code: 'service_unavailable',
  detail:
    'The operator has switched this endpoint off. The catalog, the guides and the standard can still be read, and the command line can still audit any site.',
  retryAfterS: WHILE_OFF_S,
};

export const FAULT: HttpProblem = {
  status: 500,
  title: 'An error in this service',
  code: 'internal',
  detail: 'The service failed, through no fault of your request. Try again later.',
};
