/** Parses sitemaps in all forms of the sitemaps.org protocol: XML, indexes, feeds and lists of URLs, plain or gzipped. */
import { constants, gunzipSync } from 'node:zlib';
import type { SaxesTagNS } from 'saxes';
import type { MediaType } from '../../base/media-type.ts';
import { LONGER_THAN_READ, type Parsed } from '../../base/parsed.ts';
import { plain } from '../../base/text.ts';
import { webUrl } from '../../base/url.ts';
import { decodeXml, readXml, type XmlHandler } from './xml.ts';

/** The kind of a sitemap. Feeds and text lists are sitemaps only if robots.txt names them. */
type SitemapKind = 'urlset' | 'sitemapindex' | 'RSS feed' | 'Atom feed' | 'text list';

export interface Sitemap {
  readonly kind: SitemapKind;
  /** The absolute URLs in the sitemap, in order: at most the first 5,000. */
  readonly locations: readonly string[];
  /** Whether the sitemap has more URLs than `locations`, because the list or the body exceeded a limit. */
  readonly more: boolean;
}

/** The error for a file that was truncated too early to tell whether it is a sitemap. */
const TOO_LONG = { ok: false, why: LONGER_THAN_READ, isLimit: true } as const;
export const MAX_LOCATIONS = 5_000;

interface SitemapSource {
  readonly body: Uint8Array;
  readonly type?: MediaType | undefined;
  readonly truncated: boolean;
}

/**
 * Parses a sitemap: well-formed XML with the root `urlset` or `sitemapindex`, an RSS or Atom feed, or one URL per line.
 * @param maxBytes the maximum size of an inflated gzip body; the rest is not read
 */
export function parseSitemap(source: SitemapSource, maxBytes: number): Parsed<Sitemap> {
  const inflated = inflate(source, maxBytes);
  if (inflated === undefined) return { ok: false, why: 'gzip that cannot be decompressed' };
  const { body, truncated } = inflated;
  const decoded = decodeXml(body, source.type?.charset, truncated);
  if (decoded === undefined) return malformed('bytes that are invalid in its encoding');
  const text = decoded.trimEnd();
  if (text === '') return truncated ? TOO_LONG : { ok: false, why: 'empty' };
  if (!text.trimStart().startsWith('<')) return textList(text, truncated);
  return xmlSitemap(text, truncated);
}

function inflate(
  source: SitemapSource,
  maxBytes: number,
): Pick<SitemapSource, 'body' | 'truncated'> | undefined {
  const { body } = source;
  if (body[0] !== 0x1f || body[1] !== 0x8b) return source;
  // zlib throws if the output is too long, so the input is halved until the output fits.
  for (let length = body.length; length > 2; length = Math.floor(length / 2)) {
    try {
      const options = { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH };
      const inflated = gunzipSync(body.subarray(0, length), options);
      return { body: inflated, truncated: source.truncated || length < body.length };
    } catch (error) {
      if (!(error instanceof RangeError)) return undefined;
    }
  }
  return undefined;
}

/** Parses a text file with one URL per line. */
function textList(text: string, truncated: boolean): Parsed<Sitemap> {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  // The last line may be truncated.
  const whole = truncated ? lines.slice(0, -1) : lines;
  if (truncated && whole.length === 0) return TOO_LONG;
  const locations = whole.slice(0, MAX_LOCATIONS).map(absolute);
  return locations.length > 0 && locations.every((location) => location !== undefined)
    ? { ok: true, value: { kind: 'text list', locations, more: truncated || whole.length > MAX_LOCATIONS } }
    : { ok: false, why: 'neither XML nor a list of URLs' };
}

function xmlSitemap(text: string, truncated: boolean): Parsed<Sitemap> {
  const reader = new SitemapReader();
  const flaw = readXml(text, reader, truncated);
  if (flaw?.isLimit === true) return { ok: false, why: flaw.why, isLimit: true };
  if (flaw !== undefined) return malformed(flaw.why);
  const { kind, root, locations, more } = reader;
  if (root === undefined && truncated) return TOO_LONG;
  if (kind === undefined) {
    const named = plain(String(root), 40);
    return { ok: false, why: `XML, but its root is <${named}>, not <urlset> or <sitemapindex>` };
  }
  return { ok: true, value: { kind, locations, more: more || truncated } };
}

function malformed(flaw: string): { ok: false; why: string } {
  return { ok: false, why: `not well-formed XML: ${plain(flaw, 100)}` };
}

const ATOM = 'http://www.w3.org/2005/Atom';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** The path from the root to the elements with the URLs, for each kind of sitemap. */
const PATHS: Readonly<Record<SitemapKind, readonly string[]>> = {
  urlset: ['urlset', 'url', 'loc'],
  sitemapindex: ['sitemapindex', 'sitemap', 'loc'],
  'RSS feed': ['rss', 'channel', 'item', 'link'],
  'Atom feed': ['feed', 'entry', 'link'],
  'text list': [],
};

/** Collects the root element's name and the URLs, and nothing else. */
class SitemapReader implements XmlHandler {
  root: string | undefined;
  kind: SitemapKind | undefined;
  readonly locations: string[] = [];
  more = false;
  #namespace = '';
  #path: readonly string[] = [];
  /** The number of open elements, and how many of them match `#path`. */
  #depth = 0;
  #matched = 0;
  #text = '';

  open({ local, uri, attributes: { rel, href } }: SaxesTagNS): void {
    if (this.#depth === 0) this.#begin(local, uri);
    // An element that contains a URL must be in the root's namespace. An `image:loc` is in a different namespace.
    if (this.#matched === this.#depth && this.#path[this.#matched] === local && uri === this.#namespace)
      this.#matched += 1;
    this.#depth += 1;
    this.#text = '';
    if (this.kind === 'Atom feed' && this.#atLocation() && (rel?.value ?? 'alternate') === 'alternate')
      this.#keep(href?.value ?? '');
  }

  text(text: string): void {
    if (this.#atLocation() && this.#text.length < 4096) this.#text += text;
  }

  close(): void {
    if (this.#atLocation()) {
      if (this.kind !== 'Atom feed') this.#keep(this.#text);
      this.#text = '';
    }
    this.#matched = Math.min(this.#matched, this.#depth - 1);
    this.#depth -= 1;
  }

  #begin(local: string, namespace: string): void {
    this.root = local;
    this.#namespace = namespace;
    if (local === 'urlset' || local === 'sitemapindex') this.kind = local;
    else if (local === 'rss') this.kind = 'RSS feed';
    else if (local === 'feed' && namespace === ATOM) this.kind = 'Atom feed';
    this.#path = this.kind === undefined ? [] : PATHS[this.kind];
    // In RSS 1.0, items are siblings of the channel and have their own namespace, so no URLs are collected.
    if (local === 'RDF' && namespace === RDF) this.kind = 'RSS feed';
  }

  #atLocation(): boolean {
    return this.#path.length > 0 && this.#matched === this.#path.length && this.#depth === this.#matched;
  }

  #keep(text: string): void {
    const location = absolute(text);
    if (location === undefined) return;
    if (this.locations.length < MAX_LOCATIONS) this.locations.push(location);
    else this.more = true;
  }
}

function absolute(location: string): string | undefined {
  return webUrl(location.trim())?.href;
}
