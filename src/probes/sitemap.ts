/** The sitemap: at its usual place, where robots.txt says it is, or where the home page says. */
import { LIMITS } from '../limits.ts';
import { sameSite } from '../parse/same-site.ts';
import { parseSitemap, type Sitemap } from '../parse/sitemap.ts';
import type { Probe, ProbeContext, Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';
import { firstFound, readSurface, type Surface } from './surface.ts';

export type { Sitemap } from '../parse/sitemap.ts';

export interface SitemapEvidence {
  readonly sitemap: Surface<Sitemap>;
}

const sitemap: Probe<Surface<Sitemap>> = async (context) => {
  const usual = new URL('/sitemap.xml', await context.origin());
  const asked = readAt(usual, context);
  const [atUsualPlace, robots] = await Promise.all([asked, context.get('robots')]);
  if (atUsualPlace.state === 'found') return atUsualPlace;

  const places: Surface<Sitemap>[] = [atUsualPlace];
  const named = robots.state === 'found' ? robots.value.sitemaps[0] : undefined;
  if (robots.state === 'unseen') places.push(robots);
  if (named !== undefined) places.push(await readNamed(named, robots, usual, context));
  if (places.at(-1)?.state === 'found') return firstFound(places);

  const page = await context.get('rootHtml');
  const link =
    page.state === 'found' ? page.value.links.find(({ rel }) => rel.includes('sitemap')) : undefined;
  if (page.state === 'unseen') places.push(page);
  if (link !== undefined) places.push(await readNamed(link.href, page, usual, context));
  return firstFound(places);
};

export const sitemapProbes: Probes<SitemapEvidence> = { sitemap };

async function readAt(url: URL, context: ProbeContext): Promise<Surface<Sitemap>> {
  const asked = context.client.request(url);
  const [reply, site] = await Promise.all([asked, siteBehaviour(context)]);
  return readSurface(reply, site, (answer) => parseSitemap(answer, LIMITS.bodyBytes));
}

/** A sitemap that another surface names; one on another site, or at the usual place again, is not asked for. */
async function readNamed(
  target: string,
  namedBy: Surface<unknown>,
  usual: URL,
  context: ProbeContext,
): Promise<Surface<Sitemap>> {
  const url = URL.parse(target, usual.href);
  const by = `named by ${namedBy.state === 'found' ? namedBy.answer.url : usual.origin}`;
  if (url === null || !sameSite(url.href, usual.href)) {
    return { state: 'absent', evidence: `${target} not asked (${by}, not a URL of this site)` };
  }
  if (url.href === usual.href) return { state: 'absent', evidence: `${url.href} is ${by}` };
  return readAt(url, context);
}
