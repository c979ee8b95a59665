/** Gathers from an audit what files of the site's project can be made of. */
import type { Evidence, EvidenceKey } from './evidence/evidence.ts';
import type { McpAnswer } from './evidence/mcp-answer.ts';
import { isRecord } from './parse/json.ts';
import { samePage } from './parse/same-page.ts';
import { plain } from './parse/text.ts';
import { choosePages, pageContext } from './probes/page-sample.ts';
import type { ProbeContext } from './probes/probe.ts';
import type { McpServerFacts, SiteFacts } from './scorecard/site-facts.ts';

/** Gives what a probe has found, of those that were asked for. */
type Started = <K extends EvidenceKey>(key: K) => Promise<Evidence[K]> | undefined;

/**
 * @param pages so many pages of the sitemap are asked for their titles; with 0 nothing at all is asked
 */
export async function gatherSiteFacts(
  context: ProbeContext,
  started: Started,
  pages: number,
): Promise<SiteFacts> {
  const [origin, home, sitemap, openapi, stateful, modern] = await Promise.all([
    context.origin(),
    started('rootHtml') ?? (pages > 0 ? context.get('rootHtml') : undefined),
    started('sitemap') ?? (pages > 0 ? context.get('sitemap') : undefined),
    started('openapi'),
    started('mcpStateful'),
    started('mcpModern'),
  ]);
  const page = home?.state === 'found' ? home.value : undefined;
  const lane = [stateful, modern].find((one) => one?.state === 'open');
  const described = openapi?.state === 'found' ? openapi.answer : undefined;
  return {
    title: words(page?.title ?? page?.h1[0]),
    description: words(page?.description),
    sitemap: sitemap?.state === 'found' ? pathAt(sitemap.answer.url, origin) : undefined,
    pages: pages > 0 ? await titledPages(context, pages, page?.title) : undefined,
    openapi: descriptionAt(described && pathAt(described.url, origin), described?.type?.essence),
    mcp:
      lane?.state === 'open'
        ? serverOf(pathAt(lane.url, origin), 'initialize' in lane ? lane.initialize : lane.discover)
        : undefined,
  };
}

/** A page that has the home page's title is the same shell again, which has nothing to list. */
async function titledPages(
  context: ProbeContext,
  count: number,
  homeTitle: string | undefined,
): Promise<SiteFacts['pages']> {
  const [{ urls, listed }, { origin }, notFound] = await Promise.all([
    choosePages(context, count),
    context.origin(),
    context.get('notFound'),
  ]);
  const seen = await Promise.all(
    urls.map(async (url) => {
      const page = await pageContext(context, url).get('rootHtml');
      if (page.state !== 'found' || new URL(page.answer.url).origin !== origin) return [];
      if (notFound.kind === 'answer' && samePage(page.answer, notFound.answer)) return [];
      const title = words(page.value.title ?? page.value.h1[0]);
      if (title === undefined || title === words(homeTitle)) return [];
      return [{ path: new URL(url).pathname, title, description: words(page.value.description) }];
    }),
  );
  return { listed, titled: seen.flat() };
}

function descriptionAt(path: string | undefined, type: string | undefined): SiteFacts['openapi'] {
  return path === undefined ? undefined : { path, type: type ?? 'application/json' };
}

/** `serverInfo` of the handshake, or of `server/discover`, whose `_meta` has it. */
function serverOf(path: string | undefined, { response }: McpAnswer): McpServerFacts | undefined {
  const result = isRecord(response?.result) ? response.result : {};
  const meta = isRecord(result._meta) ? result._meta['io.modelcontextprotocol/serverInfo'] : undefined;
  const info = result.serverInfo ?? meta;
  if (path === undefined || !isRecord(info)) return undefined;
  const [name, version, title, description] = ['name', 'version', 'title', 'description'].map((member) =>
    words(info[member]),
  );
  return name === undefined || version === undefined
    ? undefined
    : { path, name, version, title, description };
}

function pathAt(url: string, { origin }: URL): string | undefined {
  const { pathname, search, origin: own } = new URL(url);
  return own === origin ? pathname + search : undefined;
}

function words(value: unknown): string | undefined {
  const text = typeof value === 'string' ? plain(value) : '';
  return text === '' ? undefined : text;
}
