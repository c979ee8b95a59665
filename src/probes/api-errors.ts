/** How the API answers a request that must fail. */

import type { Reply } from '../evidence/reply.ts';
import { apiBase, apiElsewhere, errorRequests } from '../parse/openapi-operations.ts';
import type { ProbeContext, Probes } from './probe.ts';

/** The path that no API has, below the API's base. */
const UNKNOWN_API_PATH = '/anc-web-audit-no-such-api';
const MAX_DOCUMENTED = 2;

export const apiErrorsProbes = {
  async apiErrors(context) {
    if ((await context.get('apiSurface')).state !== 'present') return [];
    const replies: Reply[] = [];
    // One after the other: most sites need only the first.
    for (const url of await failingRequests(context)) {
      const reply = await context.client.request(url);
      replies.push(reply);
      if (reply.kind !== 'answer' || reply.answer.status >= 400) break;
    }
    return replies;
  },
} satisfies Partial<Probes>;

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
