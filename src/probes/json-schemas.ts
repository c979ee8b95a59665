/** JSON Schemas that the site refers to by URL. */

import type { SchemaReply } from '../evidence/api.ts';
import { readDocument } from '../evidence/document.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { type Inconclusive, isInconclusive, type SiteBehaviour } from '../evidence/surface.ts';
import { parseJsonText } from '../parse/json.ts';
import type { Parsed } from '../parse/parsed.ts';
import { atOrigin } from '../parse/same-site.ts';
import { isSchemaUrl, looksLikeSchema, schemaReferences } from '../parse/schema-references.ts';
import { documentUrl } from '../parse/url.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';

const MAX_SCHEMAS = 5;
const SCHEMA_TYPE = 'application/schema+json';

export const jsonSchemasProbes = {
  async jsonSchemas(context) {
    const [api, { references, inconclusive: hidden }, site] = await Promise.all([
      context.get('apiSurface'),
      collect(context),
      siteBehaviour(context),
    ]);
    if (api.state !== 'present') return { schemas: [], inconclusive: undefined };
    const asked = references.slice(0, MAX_SCHEMAS).map(async ({ url, certain }) => {
      const reply = await context.client.request(url);
      return certain || isSchema(reply) ? judge(reply, site) : undefined;
    });
    const schemas = (await Promise.all(asked)).filter((schema) => schema !== undefined);
    return { schemas, inconclusive: hidden };
  },
} satisfies Partial<Probes>;

interface Reference {
  readonly url: string;
  /** `false`: only the name of the URL says that it is a schema, and its content has to agree. */
  readonly certain: boolean;
}

/** The references on this origin, the certain ones first, each once. */
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

/** What answers is a schema, whatever its type says. */
function isSchema(reply: Reply): boolean {
  if (reply.kind !== 'answer' || reply.answer.status !== 200) return false;
  if (reply.answer.type?.essence === SCHEMA_TYPE) return true;
  const parsed = parseJsonText(reply.answer.text);
  return parsed.ok && looksLikeSchema(parsed.value);
}

/** A schema that is referred to and not there is a broken reference, not a missing option. */
function judge(reply: Reply, site: SiteBehaviour): SchemaReply {
  const surface = readDocument(reply, site, parse);
  if (surface.state === 'inconclusive') return surface;
  return { state: surface.state === 'found' ? 'good' : 'bad', evidence: surface.evidence };
}

function parse({ text, type }: Answer): Parsed<true> {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return parsed;
  return type?.essence === SCHEMA_TYPE
    ? { ok: true, value: true }
    : { ok: false, why: `served as ${type?.essence ?? 'no type'}` };
}
