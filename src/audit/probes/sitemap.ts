/** Probes for the sitemap, at its usual path or at the URLs in robots.txt and the home page. */

import { LIMITS } from '../../base/limits.ts';
import { atOrigin, sameSite } from '../../base/same-site.ts';
import { plain } from '../../base/text.ts';
import { webUrl } from '../../base/url.ts';
import { readByBody } from '../evidence/document.ts';
import { answerFacts, says } from '../evidence/facts.ts';
import type { Answer } from '../evidence/reply.ts';
import { type Broken, type Found, firstFound, type Inconclusive, type Surface } from '../evidence/surface.ts';
import { parseSitemap, type Sitemap } from '../parse/sitemap.ts';
import type { Probe, ProbeContext, Probes } from './probe.ts';
import { siteBehavior } from './root.ts';
import { unlessShared } from './shared-page.ts';

/** The maximum number of sitemaps listed in robots.txt that are requested, one after the other. */
const MAX_NAMED = 3;
/** The maximum number of robots.txt lines scanned for sitemap URLs. */
const MAX_NAMES = 1_000;

const sitemap: Probe<Surface<Sitemap>> = async (context) => {
  const usual = new URL('/sitemap.xml', await context.origin());
  const usualPlace = readSitemap(usual, context);
  const [atUsualPlace, robots] = await Promise.all([usualPlace, context.get('robots')]);
  const names =
    robots.state === 'found'
      ? robots.value.sitemaps.slice(0, MAX_NAMES).map((name) => nameOf(name, usual))
      : [];
  const judge = (place: Surface<Sitemap>, url: URL) => {
    const named = names.some((one) => one.url?.href === url.href);
    return whereNamed(place, robots.state === 'inconclusive' ? robots : named);
  };
  const first = judge(atUsualPlace, usual);
  if (first.state === 'found') return first;

  const places: Surface<Sitemap>[] = [first];
  if (robots.state === 'inconclusive') places.push(robots);
  const urls = new Map(names.filter(isAskable).map(({ url }) => [url.href, url]));
  for (const url of [...urls.values()].slice(0, MAX_NAMED)) {
    const place = await readSitemap(url, context);
    if (place.state === 'found') return place;
    places.push(place);
  }
  const [name] = names;
  if (name !== undefined && urls.size === 0) places.push(notAsked(name, robots, usual));

  const page = await context.get('rootHtml');
  if (page.state === 'inconclusive') places.push(page);
  const link =
    page.state === 'found' ? page.value.links.find(({ rel }) => rel.includes('sitemap')) : undefined;
  if (link !== undefined) {
    const linked = nameOf(link.href, usual);
    const place = isAskable(linked) ? judge(await readSitemap(linked.url, context), linked.url) : undefined;
    places.push(place ?? notAsked(linked, page, usual));
  }
  return firstFound(places);
};

export const sitemapProbes = { sitemap } satisfies Partial<Probes>;

async function readSitemap(url: URL, context: ProbeContext): Promise<Surface<Sitemap>> {
  const sitemapReply = context.client.request(url);
  const [reply, site] = await Promise.all([sitemapReply, siteBehavior(context)]);
  const read = readByBody(reply, site, beginsAsSitemap, (answer) => parseSitemap(answer, LIMITS.bodyBytes));
  const place = await unlessShared(context, 'sitemap', reply, read, () => true);
  if (place.state !== 'found') return place;
  // The client replaces `--canonical-origin` only in decoded text. A sitemap is parsed from bytes, so `ownUrl` replaces it here.
  const locations = place.value.locations.map((location) => context.client.ownUrl(location));
  return { ...place, value: { ...place.value, locations } };
}

/** Returns whether a body begins with XML, gzip or a URL, which pages do not. */
function beginsAsSitemap({ text, body }: Answer): boolean {
  const start = text.slice(0, 1024).trimStart();
  return (
    (body[0] === 0x1f && body[1] === 0x8b) ||
    /^(?:<\?xml\s|<(?:[\w-]+:)?(?:urlset|sitemapindex)[\s>]|https?:\/\/\S+\s*(?:[\r\n]|$))/i.test(start)
  );
}

/**
 * Returns the sitemap. A feed or text list counts only if robots.txt lists it (sitemaps.org, "Other Sitemap formats").
 * @param named whether robots.txt lists this URL, or why that is not known
 */
function whereNamed(place: Surface<Sitemap>, named: boolean | Inconclusive): Surface<Sitemap> {
  if (place.state !== 'found' || named === true || isSitemapProper(place)) return place;
  if (named !== false) return named;
  const why = `${place.value.kind}, which is a sitemap only if robots.txt lists it`;
  return { state: 'broken', evidence: answerFacts(place.answer, why) } satisfies Broken;
}

function isSitemapProper({ value: { kind } }: Found<Sitemap>): boolean {
  return kind === 'urlset' || kind === 'sitemapindex';
}

interface Name {
  readonly target: string;
  readonly url: URL | undefined;
  /** Whether the URL is on this site and is not `/sitemap.xml`, which is requested anyway. */
  readonly askable: boolean;
}

function nameOf(target: string, usual: URL): Name {
  const named = webUrl(target, usual.href);
  const url = atOrigin(named, usual) ?? named;
  return {
    target,
    url,
    askable: url !== undefined && url.href !== usual.href && sameSite(url.href, usual.href),
  };
}

function isAskable(name: Name): name is Name & { readonly url: URL } {
  return name.askable;
}

function notAsked({ target, url }: Name, namedBy: Surface<unknown>, usual: URL): Surface<Sitemap> {
  const by = `listed in ${namedBy.state === 'found' ? namedBy.answer.url : usual.origin}`;
  if (url?.href === usual.href) return { state: 'absent', evidence: says(`${url.href} is ${by}`) };
  return {
    state: 'absent',
    evidence: says(`${plain(target, 200)} not requested (${by}, not a URL of this site)`),
  };
}
