/** `/robots.txt`. */
import { parseRobots, type RobotsTxt } from '../parse/robots.ts';
import { hasField, readByBody } from './by-body.ts';
import type { Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';
import type { Surface } from './surface.ts';

export interface RobotsEvidence {
  readonly robots: Surface<RobotsTxt>;
}

const FIELDS = [
  'user-agent',
  'allow',
  'disallow',
  'sitemap',
  'crawl-delay',
  'content-signal',
  'content-usage',
];

export const robotsProbes: Probes<RobotsEvidence> = {
  async robots(context) {
    const asked = context.client.request(new URL('/robots.txt', await context.origin()));
    const [reply, site] = await Promise.all([asked, siteBehaviour(context)]);
    return readByBody(
      reply,
      site,
      ({ text }) => hasField(text, FIELDS),
      ({ text }) => ({ ok: true, value: parseRobots(text) }),
    );
  },
};
