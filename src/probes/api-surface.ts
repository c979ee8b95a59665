/** Whether the site has an HTTP API (.github/DECISIONS.md, "API surface"), and its api-catalog (RFC 9727). */

import { brokenDescription } from '../evidence/api.ts';
import { says } from '../evidence/facts.ts';
import { parseApiCatalog } from '../parse/api-catalog.ts';
import { isRecord, isText, parseJsonObject } from '../parse/json.ts';
import { atOrigin } from '../parse/same-site.ts';
import { webUrl } from '../parse/url.ts';
import {
  type ApiReference,
  apiReferences,
  isAgentDocumentUrl,
  isMcpCardUrl,
  isOpenApiUrl,
} from './api-references.ts';
import { documentAt } from './document.ts';
import type { ProbeContext, Probes } from './probe.ts';

/** Descriptions read to tell MCP server cards from others. */
const MAX_READ = 4;

export const apiSurfaceProbes = {
  apiCatalog: (context) =>
    documentAt(context, ['/.well-known/api-catalog'], ({ text, url }) => parseApiCatalog(text, url)),

  async apiSurface(context) {
    if (context.siteType === 'api') return { state: 'present', evidence: says('the site type is api') };
    const pending = apiReferences(context);
    const [openapi, paths] = await Promise.all([context.get('openapi'), context.get('openapiPaths')]);
    const described = openapi.state === 'found' ? openapi.evidence : brokenDescription(paths);
    if (described !== undefined) return { state: 'present', evidence: described };
    const { references, inconclusive } = await pending;
    const sign = await firstDescription(context, references);
    if (sign !== undefined) return { state: 'present', evidence: says(`${sign.from} names ${sign.href}`) };
    const hidden = openapi.state === 'inconclusive' ? openapi : inconclusive[0];
    return (
      hidden ?? {
        state: 'absent',
        evidence: says(
          'no API surface: no OpenAPI description, service-desc or api-catalog entry, and no link to one in llms.txt or the sitemap',
        ),
      }
    );
  },
} satisfies Partial<Probes>;

/** The first reference to anything but an MCP server card or another document for agents, by its URL, its type and, on this origin, by what answers there. */
async function firstDescription(
  context: ProbeContext,
  references: readonly ApiReference[],
): Promise<ApiReference | undefined> {
  const others = references.filter(
    ({ href, type }) =>
      !isMcpCardUrl(href) && !isAgentDocumentUrl(href) && !/\b(mcp|a2a|ai-catalog)\b/.test(type ?? ''),
  );
  const certain = others.find(({ href }) => isOpenApiUrl(href));
  if (certain !== undefined) return certain;
  const origin = await context.origin();
  const read = await Promise.all(
    others.slice(0, MAX_READ).map(async (reference) => {
      const url = atOrigin(webUrl(reference.href), origin);
      if (url === undefined) return reference;
      const reply = await context.client.request(url);
      return reply.kind === 'answer' && isMcpCard(reply.answer.text) ? undefined : reference;
    }),
  );
  return read.find((reference) => reference !== undefined);
}

function isMcpCard(text: string): boolean {
  const parsed = parseJsonObject(text);
  if (!parsed.ok) return false;
  const { serverInfo, mcp_endpoint: endpoint, remotes, transport } = parsed.value;
  return isRecord(serverInfo) || isText(endpoint) || Array.isArray(remotes) || isRecord(transport);
}
