/** A sample of a site's pages: the checks that judge a page, asked of pages of the sitemap, beside what the home page gave. */
import { type AuditWorld, clientOf, decide, probeContext } from './audit.ts';
import type { Check } from './checks/check.ts';
import { checks } from './checks/index.ts';
import { renderEvidence } from './evidence/facts.ts';
import type { RootHtml } from './evidence/root.ts';
import type { Surface } from './evidence/surface.ts';
import type { Limits } from './limits.ts';
import { samePage } from './parse/same-page.ts';
import { type ChosenPages, choosePages, isOfPage, pageContext } from './probes/page-sample.ts';
import type { ProbeContext } from './probes/probe.ts';
import { type AuditRequest, isSelected } from './request.ts';
import { noSample, type PageSample, type SampledPage } from './scorecard/page-sample.ts';
import type { Envelope, Result } from './scorecard/schema.ts';

/** The checks that judge a page and not the site as a whole. */
export const PAGE_CHECKS: readonly Check[] = checks.filter(({ needs, uses }) =>
  isOfPage([...needs, ...uses]),
);

/** Requests of a sample that are of no page: the home page, the unknown path, robots.txt, the sitemap and its parts. */
const SITE_REQUESTS = 20;
/** Requests of each page: five ways to ask, with redirects and repetitions. */
const PAGE_REQUESTS = 8;

/**
 * The limits of a sample beside an audit: a budget of its own, and no request that leaves the site.
 *
 * @param auditMs what is left of the audit's time, in milliseconds
 */
export function sampleLimits(limits: Limits, pages: number, auditMs: number): Limits {
  return { ...limits, auditMs, requests: SITE_REQUESTS + pages * PAGE_REQUESTS, otherSites: 0 };
}

/** What the pages are looked at with. */
export type SampleWorld = Pick<AuditWorld, 'io' | 'allowUrl' | 'signal'> & { readonly limits: Limits };

/**
 * Looks at pages of the sitemap. Whatever they answer, the scorecard stays as it is; what could not be seen is told and is
 * no difference. Ends at its limits with what there is by then.
 *
 * @param asked how many pages
 * @param envelope what the pages are compared with
 */
export async function samplePages(
  request: AuditRequest,
  asked: number,
  envelope: Envelope,
  world: SampleWorld,
): Promise<PageSample> {
  const { signal } = world;
  if (envelope.cut_short === true) return noSample(asked, 'the audit was cut short by its deadline');
  const home = new Map(envelope.scorecard.results.map((result) => [result.id, result]));
  const asks = PAGE_CHECKS.filter(({ id }) => isSelected(request, id));
  if (asks.length === 0) return noSample(asked, 'none of the checks that were asked for judges a page');
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  const deadline = setTimeout(interrupt, world.limits.auditMs);
  signal?.addEventListener('abort', interrupt, { once: true });
  try {
    const client = clientOf(request, world, stop.signal);
    const { context } = probeContext(request, client, undefined);
    const origin = await context.origin();
    client.adopt(origin.href);
    const chosen = await choosePages(context, asked);
    const seen = { checks: asks.map(({ id }) => id), ...listedIn(chosen) };
    const problem = whyNone(chosen);
    if (problem !== undefined) return noSample(asked, problem, seen);
    const given = { now: world.io.now(), siteType: request.siteType };
    const pages = await Promise.all(chosen.urls.map((url) => look(url, context, { asks, home, given })));
    return { asked, problem: null, ...seen, pages };
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', interrupt);
    stop.abort();
  }
}

function listedIn({ sitemap, listed, more }: ChosenPages): Pick<PageSample, 'sitemap' | 'listed' | 'more'> {
  return { sitemap: sitemap.state === 'found' ? sitemap.answer.url : null, listed, more };
}

function whyNone({ sitemap, urls }: ChosenPages): string | undefined {
  const says: Record<Surface<unknown>['state'], string> = {
    found: 'the sitemap lists no page of this site beside the home page',
    absent: 'there is no sitemap',
    broken: 'the sitemap cannot be read',
    inconclusive: 'the sitemap could not be seen',
  };
  if (urls.length > 0) return undefined;
  return `${says[sitemap.state]} (${renderEvidence(sitemap.evidence)})`;
}

interface Looking {
  readonly asks: readonly Check[];
  readonly home: ReadonlyMap<string, Result>;
  readonly given: Parameters<typeof decide>[2];
}

async function look(url: string, site: ProbeContext, { asks, home, given }: Looking): Promise<SampledPage> {
  const context = pageContext(site, url);
  const html = await context.get('rootHtml');
  const why = await whyInconclusive(html, site);
  if (why !== undefined) return { url, seen: false, evidence: why, differences: [], unseen: [] };
  const verdicts = await Promise.all(
    asks.map(async (check) => ({ id: check.id, verdict: await decide(check, context, given) })),
  );
  const unseen = verdicts.filter(({ verdict }) => lacksVerdict(verdict.status)).map(({ id }) => id);
  const differences = verdicts.flatMap(({ id, verdict }) => {
    const before = home.get(id);
    if (before === undefined || lacksVerdict(before.status) || lacksVerdict(verdict.status)) return [];
    if (before.status === verdict.status) return [];
    const evidence = renderEvidence(verdict.evidence);
    return [{ check: id, home: before.status, here: verdict.status, evidence }];
  });
  return { url, seen: true, evidence: renderEvidence(html.evidence), differences, unseen };
}

function lacksVerdict(status: Result['status']): boolean {
  return status === 'error' || status === 'skip';
}

/** Why a page is not one that can be judged, as evidence; `undefined` where it can. */
async function whyInconclusive(page: RootHtml, site: ProbeContext): Promise<string | undefined> {
  const because = (why: string) => `${renderEvidence(page.evidence)}; ${why}`;
  if (page.state !== 'found') return renderEvidence(page.evidence);
  const [{ origin }, notFound] = await Promise.all([site.origin(), site.get('notFound')]);
  if (new URL(page.answer.url).origin !== origin) return because('it leads away from the audited origin');
  const isMissing = notFound.kind === 'answer' && samePage(page.answer, notFound.answer);
  return isMissing ? because('the page that the site shows for unknown paths') : undefined;
}
