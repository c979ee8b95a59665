/**
 * `POST /audit`: the form that audits a site. Without scripts it leads to the scorecard (303); a script that accepts an
 * event stream sees the progress first.
 */
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { type Envelope, SITE_TYPES } from '../../scorecard/schema.ts';
import type { Caller } from '../caller.ts';
import { ServiceError } from '../errors.ts';
import type { AuditRequest, Library, Scorecards } from '../services.ts';
import type { Pages } from './pages.ts';
import { type Problem, preferredForm, problemOf, problemResponse } from './problem.ts';
import { scorecardResponse } from './scorecard.ts';

export interface FormOptions {
  readonly scorecards: Pick<Scorecards, 'target' | 'audit'>;
  readonly library: Pick<Library, 'scorecard'>;
  readonly pages: Pages;
}

const FORM_TYPES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const WAYS_ON = [
  { href: '/score', label: 'Back to the catalog and the form' },
  { href: '/mcp-skill.md', label: 'Guide for MCP clients' },
];

/** Audits what the form names. `note` learns what came of it. */
export async function answerForm(
  c: Context,
  caller: Caller,
  { scorecards, library, pages }: FormOptions,
  note: (target: string | undefined, outcome: string) => void,
): Promise<Response> {
  const form = preferredForm(c);
  if (!isSameOrigin(c, pages.origin)) return problemResponse(c, FOREIGN, form, pages);
  if (!FORM_TYPES.test(c.req.header('content-type') ?? '')) return problemResponse(c, NO_FORM, form, pages);
  const fields = await c.req.parseBody().catch(() => undefined);
  if (fields === undefined) return problemResponse(c, MALFORMED, form, pages);
  const { url = '', site_type: type } = fields;
  const siteType = SITE_TYPES.find((one) => one === type) ?? null;
  let request: AuditRequest;
  try {
    const target = scorecards.target(typeof url === 'string' ? url : '');
    request = { target, siteType, caller, signal: c.req.raw.signal };
  } catch (error) {
    return failed(error, undefined);
  }
  const { name } = request.target;
  if (c.req.header('accept')?.includes('text/event-stream') === true) return streamed();
  try {
    const envelope = await scorecards.audit(request);
    note(name, 'ok');
    // What the deadline cut short is not stored, so that there is no address to lead to.
    if (isCutShort(envelope)) return scorecardResponse(c, envelope, form, pages);
    return c.redirect(await addressOf(name, library), 303);
  } catch (error) {
    return failed(error, name);
  }

  function failed(error: unknown, target: string | undefined): Response {
    if (!(error instanceof ServiceError)) throw error;
    note(target, error.code);
    return problemResponse(c, { ...problemOf(error), links: WAYS_ON }, form, pages);
  }

  function streamed(): Response {
    return streamSSE(c, async (stream) => {
      const left = new AbortController();
      stream.onAbort(() => left.abort());
      const send = (event: string, data: unknown) => stream.writeSSE({ event, data: JSON.stringify(data) });
      try {
        const envelope = await scorecards.audit({
          ...request,
          signal: left.signal,
          onProgress: (progress) => void send('progress', progress),
        });
        note(name, 'ok');
        await (isCutShort(envelope)
          ? send('failed', { message: CUT_SHORT })
          : send('done', { location: await addressOf(name, library) }));
      } catch (error) {
        const known = error instanceof ServiceError ? error : undefined;
        note(name, known?.code ?? 'internal');
        await send('failed', { message: known?.message ?? 'The service failed. Try again later.' });
      }
    });
  }
}

const CUT_SHORT =
  'The site is slow: the deadline ended the audit before all checks were decided, and nothing was stored. The command line allows more time.';

/** Pages of other origins must not spend the audits of their visitors. Browsers name the origin of every POST. */
function isSameOrigin(c: Context, own: string): boolean {
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || origin === own || origin === new URL(c.req.url).origin;
}

const FOREIGN: Problem = {
  status: 403,
  title: 'Not from this page',
  code: 'cross_origin',
  detail:
    'The form is answered only where a page of this catalog has sent it. Programs call the MCP tool score_cli.',
  links: WAYS_ON,
};

const NO_FORM: Problem = {
  status: 415,
  title: 'Not a form',
  code: 'unsupported_media_type',
  detail:
    'Send the fields url and, if the owner declares it, site_type as application/x-www-form-urlencoded.',
  links: WAYS_ON,
};

const MALFORMED: Problem = {
  status: 400,
  title: 'Not a form that can be read',
  code: 'malformed_body',
  detail: 'The body is not what its Content-Type says. Send it as application/x-www-form-urlencoded.',
  links: WAYS_ON,
};

function isCutShort({ scorecard }: Envelope): boolean {
  return scorecard.summary.skip > 0;
}

/** Where the live scorecard is: the address of a listed target shows what the catalog has. */
async function addressOf(name: string, library: Pick<Library, 'scorecard'>): Promise<string> {
  return (await library.scorecard(name)) === undefined ? `/score/${name}` : `/score/${name}/live`;
}
