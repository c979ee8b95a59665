/** How the API answers a request that must fail. */

import { unknownApiPath } from '../evidence/api.ts';
import type { Reply } from '../evidence/reply.ts';
import { apiElsewhere, errorRequests } from '../parse/openapi-operations.ts';
import type { ProbeContext, Probes } from './probe.ts';

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

/** Documented requests that must fail, then a path that the API does not have. */
async function failingRequests(context: ProbeContext): Promise<string[]> {
  const [origin, openapi] = await Promise.all([context.origin(), context.get('openapi')]);
  const unknown = unknownApiPath(openapi, origin).url;
  if (openapi.state !== 'found') return [unknown];
  const { value, answer } = openapi;
  if (apiElsewhere(value, answer.url, origin) !== undefined) return [];
  return [...errorRequests(value, answer.url, origin, MAX_DOCUMENTED), unknown];
}
