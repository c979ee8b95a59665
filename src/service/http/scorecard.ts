/**
 * `GET /score/<target>`, `/md` and `/json` of targets that the catalog has no files of: live scorecards, and what to do
 * where there is none. Reading is never an audit. `/score/<target>/live` is the live scorecard of a listed target, whose
 * own address answers with the catalog's.
 */
import type { Context } from 'hono';
import { npxCommand } from '../../npx.ts';
import { type ScorecardView, scorecardPage } from '../../render/html/scorecard.ts';
import type { Envelope } from '../../scorecard/schema.ts';
import { TARGET_FORMS } from '../../site/targets/forms.ts';
import { ServiceError } from '../errors.ts';
import type { Library, Scorecards, Unseen } from '../services.ts';
import type { Pages } from './pages.ts';
import { type Problem, type ProblemForm, problemOf, problemResponse } from './problem.ts';

export interface ScorecardOptions {
  readonly scorecards: Pick<Scorecards, 'target' | 'stored' | 'unseen'>;
  readonly library: Pick<Library, 'scorecard'>;
  readonly pages: Pages;
}

/**
 * Revalidated with each use: the next audit may be a minute away. Only by the caller's own cache, for beside the scorecard
 * the answer says how many requests this caller has left.
 */
const CACHE = 'private, max-age=0, must-revalidate';

/** What a path asks for. */
export interface Wanted {
  /** The target's segment of the path, decoded. */
  readonly target: string;
  /** Whether it is the live scorecard, of a target that may be listed. */
  readonly live: boolean;
  readonly form: ProblemForm;
}

export async function answerScorecard(
  c: Context,
  { target, live, form }: Wanted,
  { scorecards, library, pages }: ScorecardOptions,
): Promise<Response> {
  let envelope: Envelope | undefined;
  let name: string;
  let listed: boolean;
  try {
    name = scorecards.target(target).name;
    envelope = await scorecards.stored(name);
    listed = (await library.scorecard(name)) !== undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // An address that cannot be one of a scorecard is one that is not there.
    const problem = problemOf(error);
    return problemResponse(
      c,
      error.code === 'invalid_target' ? { ...problem, status: 404 } : problem,
      form,
      pages,
    );
  }
  if (envelope === undefined) {
    return problemResponse(c, notScored(name, await scorecards.unseen(name), pages.origin), form, pages);
  }
  const own = `/score/${name}`;
  const file = `${own}${form === 'html' ? '' : `/${form}`}`;
  // The catalog's scorecard is a file, which another spelling of its address, or a live one that is older, leads to.
  if (listed && !(live && isLive(envelope)) && c.req.path !== file) return c.redirect(file, 302);
  c.header('Cache-Control', CACHE);
  c.header('Last-Modified', new Date(envelope.freshness.scored_at).toUTCString());
  return scorecardResponse(c, { envelope, path: listed ? `${own}/live` : own }, form, pages);
}

function isLive({ scorecard }: Envelope): boolean {
  return !scorecard.public_listing;
}

/** A scorecard in one of its forms. Search engines are told to leave it out. */
export function scorecardResponse(
  c: Context,
  shown: Pick<ScorecardView, 'envelope' | 'path' | 'kept'>,
  form: ProblemForm,
  pages: Pages,
): Response {
  if (form === 'html') return pages.respond(c, scorecardPage({ ...shown, site: pages.origin }));
  c.header('X-Robots-Tag', 'noindex');
  const { type, textOf } = TARGET_FORMS[form];
  c.header('Content-Type', type);
  return c.body(textOf(shown.envelope));
}

function notScored(name: string, unseen: Unseen | undefined, origin: string): Problem {
  if (unseen !== undefined) {
    return {
      status: 404,
      title: UNSEEN[unseen.state].title,
      code: UNSEEN[unseen.state].code,
      detail: `There is no scorecard of ${name}: ${UNSEEN[unseen.state].why}. ${unseen.message}`,
      owner: { state: unseen.state, host: name },
      form: { url: name, siteType: null },
      links: WAYS_ON,
    };
  }
  return {
    status: 404,
    title: 'Not scored yet',
    code: 'not_found',
    detail: `There is no scorecard of ${name}. Have it audited with the form of the catalog, or with the MCP tool score_cli and the argument target ${name}. On your own machine the command line makes the same scorecard.`,
    command: `${npxCommand(origin)} ${name}`,
    form: { url: name, siteType: null },
    links: WAYS_ON,
  };
}

const NOT_SEEN = 'the last audit could not see it';
const UNSEEN: Readonly<Record<Unseen['state'], { title: string; code: string; why: string }>> = {
  refuses: { title: 'The site refuses the auditor', code: 'target_blocked', why: NOT_SEEN },
  declined: {
    title: 'The site declined to be audited',
    code: 'target_declined',
    why: 'its owner does not want it audited',
  },
  unreachable: { title: 'The site gave no answer', code: 'target_unreachable', why: NOT_SEEN },
};

const WAYS_ON = [
  { href: '/score', label: 'The catalog' },
  { href: '/mcp-skill.md', label: 'Guide for MCP clients' },
];
