/** Sites with something before them that refuses, and what an audit must say of them. */
import type { DemoSite, Handler, VerdictTable } from '../../app/demo/site.ts';
import type { WallAnswer } from './wall-answers-type.ts';

/** What is true of a site of the zoo, written by hand from the rules of the checks before the auditor saw it. */
export type Truth =
  /** There is nothing to score: `target_blocked`, and who refuses is named so, within so many requests (default: 12). */
  | { readonly blocked: RegExp; readonly requests?: number }
  /** These checks have these statuses; what is not named is not looked at. */
  | { readonly verdicts: VerdictTable; readonly evidence?: Readonly<Record<string, RegExp>> }
  /** A wall hides a part that depends on the order of requests: each check has this status, or is `error`. */
  | { readonly eitherOrError: VerdictTable; readonly evidence?: Readonly<Record<string, RegExp>> };

export interface ZooSite extends DemoSite {
  readonly truth: Truth;
}

/** Answers in place of the site, or lets a request through to it. `nth` counts the requests so far, this one included. */
export type Gate = (request: Request, nth: number) => Response | undefined;

/** A site behind a gate. */
export function walled(name: string, site: DemoSite, gate: Gate, truth: Truth): ZooSite {
  return {
    name,
    title: site.title,
    about: `${site.title}, and before it: ${name}`,
    verdicts: site.verdicts,
    truth,
    create(origin, startedAt) {
      const inner = site.create(origin, startedAt);
      let nth = 0;
      return (request) => gate(request, ++nth) ?? inner(request);
    },
  };
}

/** A wall's answer as a server gives it. */
export function answerWith({
  status,
  type = 'text/html; charset=utf-8',
  headers = {},
  body,
}: WallAnswer): Response {
  // The fetch API knows no status beyond 599; servers do.
  const known = status <= 599;
  const response = new Response(body, {
    status: known ? status : 500,
    headers: { 'content-type': type, ...headers },
  });
  return known ? response : Object.defineProperty(response, 'status', { value: status });
}

/** A handler that answers everything so. */
export function everywhere(answer: (request: Request) => WallAnswer): Gate {
  return (request) => answerWith(answer(request));
}

export const pathOf = (request: Request): string => new URL(request.url).pathname;
export const userAgentOf = (request: Request): string => request.headers.get('user-agent') ?? '';
export const isAssistant = (request: Request): boolean =>
  /ChatGPT-User|Claude-User|MistralAI-User|Perplexity-User/.test(userAgentOf(request));

/** The table of a site, but for some checks. */
export function but(table: VerdictTable, exceptions: VerdictTable): VerdictTable {
  return { ...table, ...exceptions };
}

export type { Handler };
