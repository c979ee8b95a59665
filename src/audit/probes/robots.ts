import { hasField, readByBody } from '../evidence/document.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { parseRobots } from '../parse/robots.ts';
import type { ProbeClient } from './client.ts';
import type { Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';
import { unlessShared } from './shared-page.ts';

const FIELDS = [
  'user-agent',
  'allow',
  'disallow',
  'sitemap',
  'crawl-delay',
  'content-signal',
  'content-usage',
];

/** Fetches the robots.txt of an origin; all probes share the result. */
export function askRobots(client: ProbeClient, origin: URL | string): Promise<Reply> {
  return client.request(new URL('/robots.txt', origin));
}

export const robotsProbes = {
  async robots(context) {
    const robotsReply = askRobots(context.client, await context.origin());
    const [reply, site] = await Promise.all([robotsReply, siteBehaviour(context)]);
    const hasRules = ({ text }: Answer) => hasField(text, FIELDS);
    const surface = readByBody(reply, site, hasRules, ({ text }) => ({ ok: true, value: parseRobots(text) }));
    const isReal = surface.state === 'found' && hasRules(surface.answer);
    return unlessShared(context, 'robots', reply, surface, () => isReal);
  },
} satisfies Partial<Probes>;
