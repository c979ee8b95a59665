/** Finds references to the site's API description in `service-desc` links, the api-catalog, llms.txt and the sitemap. */

import { pathOf } from '../../base/url.ts';
import type { Inconclusive } from '../evidence/surface.ts';
import { isInconclusive } from '../evidence/surface.ts';
import type { ProbeContext } from './probe.ts';

export interface ApiReference {
  /** Where the reference was found, for example `the Link header` or `llms.txt`. */
  readonly from: string;
  readonly href: string;
  /** The reference's media type, in lower case. */
  readonly type: string | undefined;
  /** Whether the URL, media type or content of the target must show that it is an API description. */
  readonly unproven?: true;
}

/** The references to API descriptions, the most reliable first, and the source documents that could not be read. */
interface ApiReferences {
  readonly references: readonly ApiReference[];
  readonly inconclusive: readonly Inconclusive[];
}

/** The maximum number of sitemap entries searched for an API description. */
const MAX_LOCATIONS = 10_000;

/**
 * Collects references to API descriptions. In llms.txt and the sitemap, only URLs named like OpenAPI files count without proof.
 * Links of llms.txt that may be descriptions by their text come last.
 */
export async function apiReferences({ get }: ProbeContext): Promise<ApiReferences> {
  const [root, html, catalog, llms, sitemap] = await Promise.all([
    get('root'),
    get('rootHtml'),
    get('apiCatalog'),
    get('llmsTxt'),
    get('sitemap'),
  ]);
  const references: ApiReference[] = [];
  if (root.state === 'found') {
    for (const { rel, href, type } of root.value.links) {
      if (rel === 'service-desc') references.push({ from: 'the Link header', href, type });
    }
  }
  if (html.state === 'found') {
    for (const { rel, href, type } of html.value.links) {
      if (rel.includes('service-desc')) references.push({ from: 'the HTML', href, type });
    }
  }
  if (catalog.state === 'found') {
    for (const { href, type, title = '' } of catalog.value.descriptions) {
      // An entry with MCP in its title is an MCP endpoint, not an API description.
      if (/\bmcp\b|model context protocol/i.test(title)) continue;
      references.push({ from: 'the api-catalog', href, type, unproven: true });
    }
  }
  const link = (from: string, href: string) => {
    if (isOpenApiUrl(href)) references.push({ from, href, type: undefined });
  };
  if (llms.state === 'found') for (const { url } of llms.value.links) link('llms.txt', url);
  if (sitemap.state === 'found') {
    for (const url of sitemap.value.locations.slice(0, MAX_LOCATIONS)) link('the sitemap', url);
  }
  if (llms.state === 'found') {
    for (const { text, url: href } of llms.value.links)
      if (!isOpenApiUrl(href) && mayDescribeApi(text, href))
        references.push({ from: 'llms.txt', href, type: undefined, unproven: true });
  }
  return { references, inconclusive: [root, html, catalog, llms, sitemap].filter(isInconclusive) };
}

/** Returns whether a path is named like an OpenAPI file (`openapi.json`, `/v3/api-docs`), not like a page about OpenAPI. */
export function isOpenApiUrl(href: string): boolean {
  const path = pathOf(href).toLowerCase();
  if (/\/v[23]\/api-docs(\.ya?ml)?$/.test(path)) return true;
  const [directory = '', file = ''] = path.split('/').slice(-2);
  const extension = /\.(json|ya?ml)$/.exec(file)?.[0];
  if (extension === undefined) return false;
  const stem = file.slice(0, -extension.length);
  return stem.split(/[._-]/).some(isApiFormat) || (stem !== '' && isApiFormat(directory));
}

/** Returns whether a link of llms.txt may lead to an API description, such as `[OpenAPI](/spec/v1)` or `[The API](/api.yaml)`. */
export function mayDescribeApi(text: string, href: string): boolean {
  const extension = /\.(\w{1,5})$/.exec(pathOf(href))?.[1]?.toLowerCase();
  if (/\bopen ?api\b|\bswagger\b/i.test(text)) return !/^(html?|md|txt|pdf)$/.test(extension ?? '');
  return /^(json|ya?ml)$/.test(extension ?? '') && /\bapi\b/i.test(`${text} ${pathOf(href)}`);
}

/** Returns whether a media type is for API descriptions, such as `application/vnd.oai.openapi+json`. */
export function isApiType(type: string | undefined): boolean {
  return /^[\w.-]{1,60}\/(?:[\w.-]{0,60}[.-])?(?:openapi|swagger|asyncapi|wsdl|graphql|raml)(?!\w)/.test(
    type ?? '',
  );
}

function isApiFormat(word: string): boolean {
  return word === 'openapi' || word === 'swagger';
}

/** Returns whether a URL's path is named like an MCP server card, such as `/mcp.json` or `/.well-known/mcp/…`. */
export function isMcpCardUrl(href: string): boolean {
  const path = pathOf(href).toLowerCase();
  return path.includes('/.well-known/mcp/') || /\/(mcp|(mcp-)?server-card)(\.json)?$/.test(path);
}

/** Returns whether a URL is that of an agent card, an AI catalog, an index of agent skills, llms.txt or llms-full.txt. */
export function isAgentDocumentUrl(href: string): boolean {
  const path = pathOf(href);
  return /\/(\.well-known\/(agent|agent-card|ai-catalog|ard)\.json|(agent-)?skills\/index\.json|llms(-full)?\.txt)$/i.test(
    path,
  );
}
