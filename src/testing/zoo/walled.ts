/** Sites with a wall in front of them, and the expected audits. */
import type { DemoSite, Handler, VerdictTable } from '../../app/demo/site.ts';
import type { WallAnswer } from './wall-answers-type.ts';

/** The truth about a site of the zoo, written by hand from the rules of the checks before it is audited. */
export type Truth =
  /** Nothing can be scored: `target_blocked`, with the name of the wall, within this many requests (default: 12). */
  | { readonly blocked: RegExp; readonly requests?: number }
  /** These checks have these statuses; others are not compared. */
  | { readonly verdicts: VerdictTable; readonly evidence?: Readonly<Record<string, RegExp>> }
  /** The wall hides a part that depends on the order of requests: each check has this status, or is `error`. */
  | { readonly eitherOrError: VerdictTable; readonly evidence?: Readonly<Record<string, RegExp>> };

export interface ZooSite extends DemoSite {
  readonly truth: Truth;
}

/** Responds in place of the site, or lets a request through. `nth` counts the requests, including this one. */
export type Gate = (request: Request, nth: number) => Response | undefined;

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

/** Converts a wall's response to one of the fetch API. */
export function answerWith({
  status,
  type = 'text/html; charset=utf-8',
  headers = {},
  body,
}: WallAnswer): Response {
  // The fetch API does not allow a status above 599, but servers send them.
  const known = status <= 599;
  const response = new Response(body, {
    status: known ? status : 500,
    headers: { 'content-type': type, ...headers },
  });
  return known ? response : Object.defineProperty(response, 'status', { value: status });
}

export function everywhere(answer: (request: Request) => WallAnswer): Gate {
  return (request) => answerWith(answer(request));
}

export const pathOf = (request: Request): string => new URL(request.url).pathname;
export const userAgentOf = (request: Request): string => request.headers.get('user-agent') ?? '';
export const isAssistant = (request: Request): boolean =>
  /ChatGPT-User|Claude-User|MistralAI-User|Perplexity-User/.test(userAgentOf(request));

export function but(table: VerdictTable, exceptions: VerdictTable): VerdictTable {
  return { ...table, ...exceptions };
}

export type { Handler };
