/** Parses API catalogs (RFC 9727), which are link sets in JSON (RFC 9264 section 4.2). */

import { isRecord, isText, parseJsonObject } from '../../base/json.ts';
import type { Parsed } from '../../base/parsed.ts';
import { isExampleAddress } from '../../base/same-site.ts';
import { anyUrl, webUrl } from '../../base/url.ts';

/** The target of a link to an API description. */
interface CatalogTarget {
  readonly href: string;
  /** The target's declared media type, in lower case. */
  readonly type: string | undefined;
  readonly title: string | undefined;
}

export interface ApiCatalog {
  /** The number of APIs. Each object in the catalog's `linkset` (a link context) describes one API. */
  readonly contexts: number;
  /** The API descriptions, with absolute URLs: first those linked as `service-desc` (RFC 8631), then as `item` (RFC 9727). */
  readonly descriptions: readonly CatalogTarget[];
  /** The first placeholder host in the catalog, such as `example.com`. `descriptions` omits URLs with placeholder hosts. */
  readonly exampleHost?: string;
}

const MAX_CONTEXTS = 1000;
const MAX_TARGETS = 20;
const MAX_TITLE = 200;

/** Parses an API catalog: a JSON object with a `linkset` array, in which every object has an `anchor`. */
export function parseApiCatalog(text: string, url: string): Parsed<ApiCatalog> {
  const parsed = parseJsonObject(text);
  if (!parsed.ok) return parsed;
  const { linkset } = parsed.value;
  if (!Array.isArray(linkset)) return { ok: false, why: 'JSON without a `linkset` array' };
  const contexts = linkset.filter((context) => isRecord(context) && isText(context.anchor));
  if (contexts.length < linkset.length) {
    return {
      ok: false,
      why: `${linkset.length - contexts.length} of the ${linkset.length} objects in \`linkset\` have no \`anchor\``,
    };
  }
  const named: CatalogTarget[] = [];
  for (const relation of ['service-desc', 'item']) {
    for (const context of contexts.slice(0, MAX_CONTEXTS)) {
      if (named.length >= MAX_TARGETS) break;
      named.push(...targets(context, relation, url).slice(0, MAX_TARGETS - named.length));
    }
  }
  const anchors = contexts.slice(0, MAX_TARGETS).map(({ anchor }) => exampleHostOf(String(anchor), url));
  const exampleHosts = named.map(({ href }) => exampleHostOf(href, url));
  const exampleHost = [...anchors, ...exampleHosts].find((host) => host !== undefined);
  const value = {
    contexts: contexts.length,
    descriptions: named.filter((_, i) => exampleHosts[i] === undefined),
  };
  return { ok: true, value: exampleHost === undefined ? value : { ...value, exampleHost } };
}

/** Returns the host of a URL in a catalog if the host is a placeholder, such as `example.com`. */
function exampleHostOf(href: string, catalog: string): string | undefined {
  const url = webUrl(href, catalog);
  return url !== undefined && isExampleAddress(url.href, catalog) ? url.hostname : undefined;
}

function targets(context: unknown, relation: string, base: string): CatalogTarget[] {
  const list = isRecord(context) ? context[relation] : undefined;
  if (!Array.isArray(list)) return [];
  return list.slice(0, MAX_TARGETS).flatMap((target) => {
    const href =
      isRecord(target) && isText(target.href) ? anyUrl(expanded(target.href), base)?.href : undefined;
    if (href === undefined) return [];
    const type = isRecord(target) && isText(target.type) ? target.type.toLowerCase() : undefined;
    const title = isRecord(target) && isText(target.title) ? target.title.slice(0, MAX_TITLE) : undefined;
    return [{ href, type, title }];
  });
}

/** Expands a URI template (RFC 6570) as if all variables were undefined. Other URLs stay unchanged. */
function expanded(href: string): string {
  return href.replace(/\{[^{}]{0,200}\}/g, '');
}
