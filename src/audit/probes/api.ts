/** Probes for the site's API: its OpenAPI description, other signs of it, its error responses, and its JSON Schemas. */

import { isRecord, isText, parseJsonObject, parseJsonText } from '../../base/json.ts';
import { atOrigin, sameSite } from '../../base/same-site.ts';
import { documentUrl, webUrl } from '../../base/url.ts';
import { brokenDescription, type SchemaReply, unknownApiPath } from '../evidence/api.ts';
import { firstComplete, readDocument } from '../evidence/document.ts';
import { answerFacts, says } from '../evidence/facts.ts';
import { type Answer, type Reply, servedAs } from '../evidence/reply.ts';
import {
  type Inconclusive,
  inconclusive,
  isInconclusive,
  type SiteBehavior,
  type Surface,
} from '../evidence/surface.ts';
import { parseApiCatalog } from '../parse/api-catalog.ts';
import { describesApi, type OpenApi, openApiFault, parseOpenApi } from '../parse/openapi.ts';
import { apiElsewhere, errorRequests } from '../parse/openapi-operations.ts';
import {
  hasSchemaKeyword,
  isSchemaUrl,
  looksLikeSchema,
  schemaReferences,
} from '../parse/schema-references.ts';
import {
  type ApiReference,
  apiReferences,
  isAgentDocumentUrl,
  isApiType,
  isMcpCardUrl,
  isOpenApiUrl,
} from './api-references.ts';
import { documentAt } from './document.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { siteBehavior } from './root.ts';
import { unlessShared } from './shared-page.ts';

const PATHS = ['/openapi.json', '/openapi.yaml', '/.well-known/openapi.json'];
/** The maximum number of API descriptions to request because another document links to them. */
const MAX_NAMED = 4;

const isGood = (openApi: OpenApi) => openApiFault(openApi) === undefined;

export const apiProbes = {
  async openapiPaths(context) {
    const origin = await context.origin();
    const requests = PATHS.map((path) => context.client.request(new URL(path, origin)));
    const [site, ...replies] = await Promise.all([siteBehavior(context), ...requests]);
    return Promise.all(
      replies.map(async (reply) => {
        const read = readDocument(reply, site, parse);
        return { reply, description: await unlessShared(context, 'openapi', reply, read, isGood) };
      }),
    );
  },

  async openapi(context) {
    const usual = (await context.get('openapiPaths')).map(({ description }) => description);
    const best = firstComplete(usual, isGood);
    if (best.state === 'found' && isGood(best.value)) return best;
    const named = await namedDescriptions(context);
    return firstComplete([...usual, ...named], isGood);
  },

  apiCatalog: (context) =>
    documentAt(context, 'api-catalog', ['/.well-known/api-catalog'], ({ text, url }) =>
      parseApiCatalog(text, url),
    ),

  async apiSurface(context) {
    if (context.siteType === 'api') return { state: 'present', evidence: says('the site type is api') };
    const pending = apiReferences(context);
    const [openapi, paths] = await Promise.all([context.get('openapi'), context.get('openapiPaths')]);
    const described = openapi.state === 'found' ? openapi.evidence : brokenDescription(paths);
    if (described !== undefined) return { state: 'present', evidence: described };
    const { references, inconclusive: unseen } = await pending;
    const sign = await firstDescription(context, references);
    if (sign !== undefined && 'href' in sign)
      return { state: 'present', evidence: says(`${sign.from} names ${sign.href}`) };
    const hidden = openapi.state === 'inconclusive' ? openapi : (unseen[0] ?? sign);
    return (
      hidden ?? {
        state: 'absent',
        evidence: says(
          'no API surface: no OpenAPI description, service-desc or api-catalog entry, and no link to one in llms.txt or the sitemap',
        ),
      }
    );
  },

  async apiErrors(context) {
    if ((await context.get('apiSurface')).state !== 'present') return [];
    const replies: Reply[] = [];
    // Sends these requests one after the other, because most sites need only the first.
    for (const url of await failingRequests(context)) {
      const reply = await context.client.request(url);
      replies.push(reply);
      if (reply.kind !== 'answer' || reply.answer.status >= 400) break;
    }
    return replies;
  },

  async jsonSchemas(context) {
    const [api, { references, inconclusive: hidden }, site] = await Promise.all([
      context.get('apiSurface'),
      collect(context),
      siteBehavior(context),
    ]);
    if (api.state !== 'present') return { schemas: [], inconclusive: undefined };
    const requests = references.slice(0, MAX_SCHEMAS).map(async ({ url, certain }) => {
      const reply = await context.client.request(url);
      return certain || isSchema(reply) ? judge(reply, site) : undefined;
    });
    const schemas = (await Promise.all(requests)).filter((schema) => schema !== undefined);
    return { schemas, inconclusive: hidden };
  },
} satisfies Partial<Probes>;

function parse({ text, truncated }: Answer) {
  return parseOpenApi(text, truncated);
}

/** Returns the API descriptions on this origin that `service-desc`, the api-catalog, llms.txt and the sitemap reference. */
async function namedDescriptions(context: ProbeContext): Promise<Surface<OpenApi>[]> {
  const [origin, site] = await Promise.all([context.origin(), siteBehavior(context)]);
  const { references } = await apiReferences(context);
  const urls = references.flatMap(({ href }) => {
    const url = atOrigin(webUrl(href), origin);
    return url === undefined || PATHS.includes(url.pathname) || isMcpCardUrl(href) ? [] : url.href;
  });
  const first = [...new Set(urls)].slice(0, MAX_NAMED);
  return Promise.all(first.map(async (url) => readNamed(url, await context.client.request(url), site)));
}

/** Reads a referenced API description. A document in another format (WSDL, a page for people) does not count. */
function readNamed(url: string, reply: Reply, site: SiteBehavior): Surface<OpenApi> {
  const surface = readDocument(reply, site, parse);
  if (surface.state !== 'broken' || reply.kind !== 'answer' || isOpenApiUrl(url)) return surface;
  return { state: 'absent', evidence: answerFacts(reply.answer, 'not an OpenAPI document') };
}

/** The maximum number of references whose targets are fetched to see what kind of document they are. */
const MAX_READ = 4;

/**
 * Returns the first reference that shows that the site has an API. References to MCP server cards and other documents for
 * agents do not count. An unproven reference counts only if its target is an API description of this site. If no reference
 * counts, but an unproven one could not be read, returns the reason (`Inconclusive`).
 */
async function firstDescription(
  context: ProbeContext,
  references: readonly ApiReference[],
): Promise<ApiReference | Inconclusive | undefined> {
  const origin = await context.origin();
  const others = references.filter(
    ({ href, type, unproven }) =>
      !isMcpCardUrl(href) &&
      !isAgentDocumentUrl(href) &&
      !/\b(mcp|a2a|ai-catalog)\b/.test(type ?? '') &&
      (unproven !== true || sameSite(href, origin.href)),
  );
  const certain = others.find(
    ({ href, type, unproven }) => isOpenApiUrl(href) || (unproven && isApiType(type)),
  );
  if (certain !== undefined) return certain;
  const read = await Promise.all(
    others.slice(0, MAX_READ).map(async (reference) => {
      const url = atOrigin(webUrl(reference.href), origin);
      if (url === undefined) return reference.unproven ? undefined : reference;
      const reply = await context.client.request(url);
      if (reference.unproven) return inconclusive(reply) ?? (isDescription(reply) ? reference : undefined);
      return reply.kind === 'answer' && isMcpCard(reply.answer.text) ? undefined : reference;
    }),
  );
  const signs = read.filter((sign) => sign !== undefined);
  return signs.find((sign) => 'href' in sign) ?? signs[0];
}

function isDescription(reply: Reply): boolean {
  if (reply.kind !== 'answer' || reply.answer.status !== 200) return false;
  const { type, text, truncated } = reply.answer;
  return isApiType(type?.essence) || describesApi(text, truncated);
}

function isMcpCard(text: string): boolean {
  const parsed = parseJsonObject(text);
  if (!parsed.ok) return false;
  const { serverInfo, mcp_endpoint: endpoint, remotes, transport } = parsed.value;
  return isRecord(serverInfo) || isText(endpoint) || Array.isArray(remotes) || isRecord(transport);
}

const MAX_DOCUMENTED = 2;

/** Returns the URLs of documented requests that should return an error, then a URL that the API does not have. */
async function failingRequests(context: ProbeContext): Promise<string[]> {
  const [origin, openapi] = await Promise.all([context.origin(), context.get('openapi')]);
  const unknown = unknownApiPath(openapi, origin).url;
  if (openapi.state !== 'found') return [unknown];
  const { value, answer } = openapi;
  if (apiElsewhere(value, answer.url, origin) !== undefined) return [];
  return [...errorRequests(value, answer.url, origin, MAX_DOCUMENTED), unknown];
}

const MAX_SCHEMAS = 5;
const SCHEMA_TYPE = 'application/schema+json';

interface Reference {
  readonly url: string;
  /** Whether the reference itself shows that its target is a schema. Otherwise, the content of the target decides. */
  readonly certain: boolean;
}

/** Returns the references to schemas on this origin, without duplicates. Those that only look like schemas come last. */
async function collect(
  context: ProbeContext,
): Promise<{ references: Reference[]; inconclusive: Inconclusive | undefined }> {
  const [origin, openapi, root, html, llms, card] = await Promise.all([
    context.origin(),
    context.get('openapi'),
    context.get('root'),
    context.get('rootHtml'),
    context.get('llmsTxt'),
    context.get('mcpCards'),
  ]);
  const certain: string[] = [];
  const guessed: string[] = [];
  if (openapi.state === 'found')
    certain.push(...schemaReferences(openapi.value.document, openapi.answer.url));
  if (card.state === 'found') certain.push(...schemaReferences(card.value, card.answer.url));
  const links = [
    ...(root.state === 'found' ? root.value.links : []),
    ...(html.state === 'found' ? html.value.links : []),
  ];
  for (const { href, type } of links) {
    if (isSchemaType(type)) certain.push(href);
    else if (isSchemaUrl(href)) guessed.push(href);
  }
  if (html.state === 'found') guessed.push(...html.value.anchors.filter(isSchemaUrl));
  if (llms.state === 'found') guessed.push(...llms.value.links.map(({ url }) => url).filter(isSchemaUrl));

  const references = new Map<string, Reference>();
  for (const [urls, isCertain] of [
    [certain, true],
    [guessed, false],
  ] as const) {
    for (const href of urls) {
      const url = atOrigin(documentUrl(href), origin);
      if (url === undefined) continue;
      if (!references.has(url.href)) references.set(url.href, { url: url.href, certain: isCertain });
    }
  }
  return {
    references: [...references.values()],
    inconclusive: [openapi, root, html, llms, card].find(isInconclusive),
  };
}

function isSchemaType(type: string | undefined): boolean {
  return type?.split(';')[0]?.trim() === SCHEMA_TYPE;
}

/** Returns whether a response is a schema, whatever its media type. */
function isSchema(reply: Reply): boolean {
  if (reply.kind !== 'answer' || reply.answer.status !== 200) return false;
  if (reply.answer.type?.essence === SCHEMA_TYPE) return true;
  const parsed = parseJsonText(reply.answer.text);
  return parsed.ok && looksLikeSchema(parsed.value);
}

/** Judges the response for a referenced schema. A missing schema is `bad`, because the reference is broken. */
function judge(reply: Reply, site: SiteBehavior): SchemaReply {
  const surface = readDocument(reply, site, ({ text }) => parseJsonText(text));
  if (surface.state === 'inconclusive') return surface;
  if (surface.state !== 'found') return { state: 'bad', evidence: surface.evidence };
  const { answer, evidence, value } = surface;
  if (!hasSchemaKeyword(value))
    return { state: 'mistyped', evidence: answerFacts(answer, 'JSON without any JSON Schema keyword') };
  return answer.type?.essence === SCHEMA_TYPE
    ? { state: 'good', evidence }
    : { state: 'mistyped', evidence: answerFacts(answer, servedAs(answer)) };
}
