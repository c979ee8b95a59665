/** How the API answers a request that must fail. */

import type { Reply } from '../evidence/reply.ts';
import { apiBase, apiElsewhere, errorRequests } from '../parse/openapi-operations.ts';
import type { ProbeContext, Probes } from './probe.ts';

export interface ApiErrorsEvidence {
  /**
   * The replies to requests that ought to fail, in the order in which they were sent; only the last one may be an error
   * or unseen. Empty where there is no API surface, or the API is on another origin.
   */
  readonly apiErrors: readonly Reply[];
}

/** The path that no API has, below the API's base. */
export const UNKNOWN_API_PATH = '/anc-web-audit-no-such-api';
const MAX_DOCUMENTED = 2;

export const apiErrorsProbes: Probes<ApiErrorsEvidence> = {
  async apiErrors(context) {
    if ((await context.get('apiSurface')).state !== 'shown') return [];
    const replies: Reply[] = [];
    // One after the other: most sites need only the first.
    for (const url of await failingRequests(context)) {
      const reply = await context.client.request(url);
      replies.push(reply);
      if (reply.kind !== 'answer' || reply.answer.status >= 400) break;
    }
    return replies;
  },
};

/** Documented requests that must fail, then an unknown path of the API, then one of the site. */
async function failingRequests(context: ProbeContext): Promise<string[]> {
  const [origin, openapi] = await Promise.all([context.origin(), context.get('openapi')]);
  const unknown = new URL(UNKNOWN_API_PATH, origin).href;
  if (openapi.state !== 'found') return [unknown];
  const { value, answer } = openapi;
  if (apiElsewhere(value, answer.url, origin) !== undefined) return [];
  const documented = errorRequests(value, answer.url, origin, MAX_DOCUMENTED);
  const base = apiBase(value, answer.url, origin);
  return [...new Set([...documented, ...(base === undefined ? [] : [base + UNKNOWN_API_PATH]), unknown])];
}
