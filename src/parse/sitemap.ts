/** Sitemaps and indexes of sitemaps (sitemaps.org protocol), plain or gzipped. */
import { constants, gunzipSync } from 'node:zlib';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Parsed } from '../probes/surface.ts';
import { decodeText, plain } from './text.ts';

/** A sitemap or an index of sitemaps. */
export interface Sitemap {
  readonly kind: 'urlset' | 'sitemapindex';
  /** Its `<loc>` values, absolute URLs, in order; of a huge sitemap the first 5,000. */
  readonly locations: readonly string[];
}

/** More locations than this are not kept. */
export const MAX_LOCATIONS = 5_000;
/**
 * Of a longer document only the beginning is checked for well-formedness, in characters: the validator holds many times
 * the length of a tag.
 */
const VALIDATED_CHARS = 256 * 1024;

/** The part of an answer that holds a sitemap. */
export interface SitemapSource {
  readonly body: Uint8Array;
  readonly text: string;
  /** The body goes on beyond what was read. */
  readonly truncated: boolean;
}

/**
 * Reads a sitemap: XML whose root is `urlset` or `sitemapindex`, or the protocol's text form, one URL a line. Entities
 * other than XML's own are left as they are, so that none can grow.
 *
 * @param maxBytes what a gzipped body is inflated to at most; a longer one is read up to there
 */
export function parseSitemap(source: SitemapSource, maxBytes: number): Parsed<Sitemap> {
  const inflated = inflate(source, maxBytes);
  if (inflated === undefined) return { ok: false, why: 'gzip that cannot be inflated' };
  const text = inflated.text.trimEnd();
  const list = textSitemap(text);
  return list === undefined ? xmlSitemap(text, inflated.truncated) : { ok: true, value: list };
}

function inflate(source: SitemapSource, maxBytes: number): { text: string; truncated: boolean } | undefined {
  const { body } = source;
  if (body[0] !== 0x1f || body[1] !== 0x8b) return source;
  // zlib gives nothing when there is too much: then the first half of the input is tried, and so on.
  for (let length = body.length; length > 2; length = Math.floor(length / 2)) {
    try {
      const options = { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH };
      const bytes = gunzipSync(body.subarray(0, length), options);
      return { text: decodeText(bytes, undefined), truncated: source.truncated || length < body.length };
    } catch (error) {
      if (!(error instanceof RangeError)) return undefined;
    }
  }
  return undefined;
}

/** The text form: every line is a URL. */
function textSitemap(text: string): Sitemap | undefined {
  if (!/^\s*https?:\/\//i.test(text.slice(0, 1024))) return undefined;
  const lines = text.split(/\s*[\r\n]\s*/).filter((line) => line !== '');
  const locations = lines.slice(0, MAX_LOCATIONS).map(absolute);
  return locations.every((location) => location !== undefined) ? { kind: 'urlset', locations } : undefined;
}

function xmlSitemap(text: string, truncated: boolean): Parsed<Sitemap> {
  if (text.trim() === '') return { ok: false, why: 'empty' };
  if (!text.trimStart().startsWith('<')) return { ok: false, why: 'not XML' };
  const read = readTags(truncated ? untilLastTag(text) : text);
  if (!read.ok) return read;
  const { root = '', locations } = read.value;
  const kind = localName(root);
  if (kind !== 'urlset' && kind !== 'sitemapindex') {
    const named = root === '' ? 'no element' : `<${plain(root, 40)}>`;
    return { ok: false, why: `XML, but its root is ${named}, not <urlset> or <sitemapindex>` };
  }
  const flaw = flawOf(text, root, truncated);
  return flaw === undefined ? { ok: true, value: { kind, locations } } : malformed(flaw);
}

/** Why a document is not well-formed, judged by what can be seen of it. */
function flawOf(text: string, root: string, truncated: boolean): string | undefined {
  if (!truncated && text.length <= VALIDATED_CHARS) return invalid(text);
  const close = `</${root}`;
  if (!truncated && !text.slice(-VALIDATED_CHARS).includes(close)) return `<${root}> is not closed`;
  const beginning = text.slice(0, VALIDATED_CHARS);
  const end = lastEntryEnd(beginning, root.slice(0, root.indexOf(':') + 1));
  return end < 0 ? undefined : invalid(`${beginning.slice(0, end)}${close}>`);
}

function invalid(document: string): string | undefined {
  const result = XMLValidator.validate(document);
  return result === true ? undefined : `line ${result.err.line}, ${result.err.msg}`;
}

function malformed(flaw: string): { ok: false; why: string } {
  return { ok: false, why: `not well-formed XML: ${plain(flaw, 80)}` };
}

/** The name of the root element and the locations, in one pass that keeps nothing else of the document. */
function readTags(text: string): Parsed<{ root: string | undefined; locations: readonly string[] }> {
  const locations: string[] = [];
  let root: string | undefined;
  const parser = new XMLParser({
    parseTagValue: false,
    processEntities: false,
    updateTag: (name, path) => {
      if (!String(path).includes('.') && !name.startsWith('?')) root ??= name;
      return false;
    },
    tagValueProcessor: (name, value, path) => {
      if (localName(name) === 'loc' && locations.length < MAX_LOCATIONS && isEntry(String(path))) {
        const location = absolute(decodeEntities(value));
        if (location !== undefined) locations.push(location);
      }
      return '';
    },
  });
  try {
    parser.parse(text);
    return { ok: true, value: { root, locations } };
  } catch (error) {
    return malformed(error instanceof Error ? error.message : '');
  }
}

/** `urlset.url.loc`, but not the `image:loc` of an image in it. */
function isEntry(path: string): boolean {
  const names = path.split('.');
  const prefix = names[0]?.replace(/[^:]*$/, '') ?? '';
  return names.length === 3 && names.every((name) => name.startsWith(prefix));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** A document that was cut off, without the entry, or at least the tag, in which it was cut. */
function untilLastTag(text: string): string {
  const end = lastEntryEnd(text, '');
  return text.slice(0, end < 0 ? text.lastIndexOf('>') + 1 : end);
}

/** Where the last complete entry ends; -1 when there is none. */
function lastEntryEnd(text: string, prefix: string): number {
  const ends = [`</${prefix}url>`, `</${prefix}sitemap>`].map((tag) => {
    const at = text.lastIndexOf(tag);
    return at < 0 ? -1 : at + tag.length;
  });
  return Math.max(...ends);
}

function absolute(location: string): string | undefined {
  const url = URL.parse(location.trim());
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** XML's own entities and character references (XML 1.0, sections 4.1 and 4.6); a URL holds only ASCII of the latter. */
function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, dec, hex, name) => {
      if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
      const code = dec === undefined ? Number.parseInt(hex, 16) : Number(dec);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
