/** Finds the listed targets whose files the build has left to the function; the answers are made in `scorecard.ts`. */

import type { MiddlewareHandler } from 'hono';
import { percentDecoded } from '../../parse/url.ts';
import type { TargetFormName } from '../../results/target-forms.ts';
import type { Library } from '../../service-api.ts';
import { SHARED_CACHE } from './derived-paths.ts';
import type { Pages } from './pages.ts';

interface ListedOptions {
  readonly library: Pick<Library, 'listed'>;
  readonly pages: Pages;
  /** What the platform's caches may do with the answers. */
  readonly shared: string;
}

/** The file of a page is found with its ending or a slash, too. */
const PATH = /^\/score\/([^/]+?)(?:\.html|\/(md|json|badge\.svg)?)?$/;

/** As files, they are found whatever the query says; what no file would be there for is left to others. */
export function listedFirst({ library, pages, shared }: ListedOptions): MiddlewareHandler {
  return async (c, next) => {
    const { path, method } = c.req;
    const [, segment, form] = PATH.exec(path) ?? [];
    const isAsked = segment !== undefined && (method === 'GET' || method === 'HEAD');
    const listed = isAsked ? await library.listed(percentDecoded(segment)) : undefined;
    if (listed === undefined) return next();
    const { listedResponse } = await import('./scorecard.ts');
    const answer = listedResponse(c, listed, form as TargetFormName | undefined, pages);
    if (answer === undefined) return next();
    answer.headers.set(SHARED_CACHE, shared);
    return answer;
  };
}
