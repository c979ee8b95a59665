/** `/robots.txt`. */
import { parseRobots, type RobotsTxt } from '../parse/robots.ts';
import type { Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';
import { readSurface, type Surface } from './surface.ts';

export interface RobotsEvidence {
  readonly robots: Surface<RobotsTxt>;
}

export const robotsProbes: Probes<RobotsEvidence> = {
  async robots(context) {
    const asked = context.client.request(new URL('/robots.txt', await context.origin()));
    const [reply, site] = await Promise.all([asked, siteBehaviour(context)]);
    return readSurface(reply, site, ({ text }) => ({ ok: true, value: parseRobots(text) }));
  },
};
