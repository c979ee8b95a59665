/** The OpenAPI description: at the paths of the check definitions, else where the site says that it is. */

import { firstComplete, readDocument } from '../evidence/document.ts';
import { answerFacts } from '../evidence/facts.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import type { SiteBehaviour, Surface } from '../evidence/surface.ts';
import { type OpenApi, openApiFault, parseOpenApi } from '../parse/openapi.ts';
import { atOrigin } from '../parse/same-site.ts';
import { webUrl } from '../parse/url.ts';
import { apiReferences, isMcpCardUrl, isOpenApiUrl } from './api-references.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';

export type { OpenApi } from '../parse/openapi.ts';

const PATHS = ['/openapi.json', '/openapi.yaml', '/.well-known/openapi.json'];
/** Descriptions that the site names elsewhere and that are asked for. */
const MAX_NAMED = 4;

const isGood = (openApi: OpenApi) => openApiFault(openApi) === undefined;

export const openApiProbes = {
  async openapiPaths(context) {
    const origin = await context.origin();
    const asked = PATHS.map((path) => context.client.request(new URL(path, origin)));
    const [site, ...replies] = await Promise.all([siteBehaviour(context), ...asked]);
    return replies.map((reply) => ({ reply, description: readDocument(reply, site, parse) }));
  },

  async openapi(context) {
    const usual = (await context.get('openapiPaths')).map(({ description }) => description);
    const best = firstComplete(usual, isGood);
    if (best.state === 'found' && isGood(best.value)) return best;
    const named = await namedDescriptions(context);
    return firstComplete([...usual, ...named], isGood);
  },
} satisfies Partial<Probes>;

function parse({ text, truncated }: Answer) {
  return parseOpenApi(text, truncated);
}

/** What `service-desc`, the api-catalog and llms.txt name on this origin. */
async function namedDescriptions(context: ProbeContext): Promise<Surface<OpenApi>[]> {
  const [origin, site] = await Promise.all([context.origin(), siteBehaviour(context)]);
  const { references } = await apiReferences(context);
  const urls = references.flatMap(({ href }) => {
    const url = atOrigin(webUrl(href), origin);
    return url === undefined || PATHS.includes(url.pathname) || isMcpCardUrl(href) ? [] : url.href;
  });
  const first = [...new Set(urls)].slice(0, MAX_NAMED);
  return Promise.all(first.map(async (url) => readNamed(url, await context.client.request(url), site)));
}

/**
 * A service may be described in other formats too (a WSDL file, a page for people): what does not claim to be an
 * OpenAPI document, by its content or by its name, is none.
 */
function readNamed(url: string, reply: Reply, site: SiteBehaviour): Surface<OpenApi> {
  const surface = readDocument(reply, site, parse);
  if (surface.state !== 'broken' || reply.kind !== 'answer' || isOpenApiUrl(url)) return surface;
  return { state: 'absent', evidence: answerFacts(reply.answer, 'not an OpenAPI document') };
}
