/**
 * Scorecards and files of results as other versions of this program have written them, or will. They are made here without
 * any of today's code, so that a change of today's schema or catalogue does not change them.
 */

/** `!` before an id is a MUST, `?` a MAY. */
type Catalogue = Readonly<Record<string, string>>;

/** Before the check definitions had its names: 36 checks in four categories, of which today has neither `tools-page` nor `commerce`. */
const FIRST: Catalogue = {
  discoverability: 'robots ?sitemap link-headers agent-friendly-404 ?dns-aid tools-page',
  content:
    'llms-txt llms-txt-format llms-txt-links ?llms-full-txt accept-markdown markdown-vary root-meta-description ?schema-org-jsonld content-without-js ?semantic-html',
  mcp: '!mcp-initialize !mcp-tools-list mcp-capabilities mcp-resources-list mcp-unknown-method mcp-malformed-body mcp-get-fast-fail mcp-batch-reject mcp-unknown-tool mcp-cors-preflight mcp-cors-actual ?mcp-usage-doc',
  commerce:
    '?checkout-api ?price-feed !openapi json-errors ?api-catalog ?oauth-discovery ?auth-md ?agent-skills',
};

/** The 65 of the first rules (commits 4447280 to 4d834b2 wrote these). */
const SECOND: Catalogue = {
  discoverability:
    'robots ?sitemap link-headers root-link-rel agent-friendly-404 agent-friendly-404-md ?dns-aid',
  'content-for-agents':
    'llms-txt llms-txt-format llms-txt-when-to-use llms-txt-links ?llms-full-txt ?llms-txt-scoped ?llms-full-txt-scoped accept-markdown ?markdown-accept-plain ?markdown-cli-ua ?markdown-agent-ua markdown-vary ?markdown-frontmatter root-meta-description ?schema-org-jsonld content-without-js ?semantic-html noscript-fallback',
  'bot-crawl-policy': 'agent-ua-reachable robots-ai-rules content-signals ?web-bot-auth ?security-txt',
  api: '!openapi json-errors rate-limit-headers ?api-catalog ?json-schemas',
  mcp: '!mcp-initialize !mcp-tools-list !mcp-modern-tools-list mcp-server-discover mcp-capabilities mcp-resources-list mcp-unknown-method mcp-malformed-body mcp-get-fast-fail mcp-batch-reject mcp-unknown-tool mcp-accept-unsatisfiable mcp-accept-json mcp-modern-unknown-method mcp-modern-clientcaps mcp-modern-header-mismatch mcp-modern-version-reject mcp-modern-resources-miss mcp-cors-preflight mcp-cors-actual well-known-mcp-card ?webmcp ?mcp-usage-doc ?mcp-card-legacy-aliases',
  'agent-discovery-auth':
    '?oauth-discovery ?oauth-protected-resource ?auth-md ?ai-catalog ?a2a-agent-card ?agent-skills',
};

/** Two checks had other names, and one category, too. */
const RENAMED: Catalogue = {
  ...SECOND,
  discoverability: SECOND.discoverability?.replace('link-headers', 'link-header-relations') ?? '',
  'bot-crawl-policy': SECOND['bot-crawl-policy']?.replace('robots-ai-rules', 'ai-crawler-rules') ?? '',
};

/** More checks than today, a category that today has not, and a level. */
const NEWER: Catalogue = {
  ...SECOND,
  discoverability: `${SECOND.discoverability} agent-directory`,
  'agent-payments': '!payment-terms *payment-receipts',
};

const LEVELS: Readonly<Record<string, string>> = { '!': 'must', '?': 'may', '*': 'recommended' };
const POINTS: Readonly<Record<string, number>> = { must: 5, should: 3, may: 1, recommended: 2 };

export const GENERATIONS = ['first', 'second', 'renamed', 'newer'] as const;
export type Generation = (typeof GENERATIONS)[number];

interface Version {
  readonly definitions: Catalogue;
  readonly spec: string;
  readonly schema: string;
  readonly rules?: number;
}

const VERSIONS: Readonly<Record<Generation, Version>> = {
  first: { definitions: FIRST, spec: '0.3.0', schema: '0.2' },
  second: { definitions: SECOND, spec: '0.5.0', schema: '0.4' },
  renamed: { definitions: RENAMED, spec: '0.5.0', schema: '0.4', rules: 1 },
  newer: { definitions: NEWER, spec: '0.7.0', schema: '0.9', rules: 9 },
};

export interface Parts {
  readonly host: string;
  readonly scoredAt?: string;
  /** Of the catalog, without a slash at the end. */
  readonly baseUrl?: string;
  /** The ids of checks that are absent. */
  readonly absent?: readonly string[];
}

/** Any JSON; what it means is for the readers to say. */
export type Json = Record<string, unknown>;

interface Check {
  readonly id: string;
  readonly category: string;
  readonly keyword: string;
}

/** The envelope as a version of the program has written it. */
export function envelopeOfGeneration(generation: Generation, parts: Parts): Json {
  const { definitions, spec, schema, rules } = VERSIONS[generation];
  const {
    host,
    scoredAt = '2026-05-01T06:00:00.000Z',
    baseUrl = 'https://catalog.example',
    absent = [],
  } = parts;
  const page = `${baseUrl}/score/${host}`;
  const checks = checksOf(definitions);
  const results = checks.map((check, i) => resultOf(check, generation, { baseUrl, absent, i }));
  const has = (status: string) => results.filter((one) => one.status === status).length;
  const passed = results.filter((one) => one.status === 'pass');
  const points = (of: readonly Json[]) =>
    of.reduce((sum, { keyword }) => sum + (POINTS[String(keyword)] ?? 0), 0);
  const global = Math.round((100 * points(passed)) / points(results));
  const relative = Math.min(100, global + 10);
  const statuses = ['pass', 'noncompliant', 'broken', 'absent', 'n_a', 'skip', 'error'];
  return {
    kind: 'web',
    tier: 'cache',
    target: host,
    scorecard_url: page,
    markdown_url: `${page}/md`,
    json_url: `${page}/json`,
    freshness: {
      cached: true,
      scored_at: scoredAt,
      refresh_after: new Date(Date.parse(scoredAt) + 86_400_000).toISOString(),
    },
    spec_version: spec,
    scorecard: {
      schema_version: schema,
      spec_version: spec,
      ...(rules === undefined ? {} : { rules }),
      target_url: `https://${host}/`,
      mcp_endpoint: null,
      mcp_discovery:
        generation === 'second'
          ? // Before there were bounds.
            Array.from({ length: 80 }, () => ({
              source: '/mcp',
              endpoint: `https://${host}/${'x'.repeat(3_000)}`,
            }))
          : [{ source: '/mcp', probed: 'initialize' }],
      tool: { name: host, url: `https://${host}/` },
      ...(generation === 'first' ? {} : { audience: null, audit_profile: null }),
      site_type: null,
      public_listing: true,
      summary: Object.fromEntries(
        [...statuses, ...(generation === 'newer' ? ['warned'] : [])].map((status) => [status, has(status)]),
      ),
      ...(generation === 'first' ? {} : { coverage_summary: coverageOf(results) }),
      score_pct: relative,
      score: { relative, global },
      categories: Object.keys(definitions).map((id) => ({
        id,
        name: id === 'bot-crawl-policy' ? 'Crawlers' : id.replaceAll('-', ' '),
        passed: passed.filter(({ category }) => category === id).length,
        counted: results.filter(({ category, status }) => category === id && status !== 'n_a').length,
      })),
      results,
      ...(generation === 'newer' ? { confidence: { overall: 0.9 } } : {}),
    },
    target_url: `https://${host}/`,
    score_pct: relative,
    ...(generation === 'first' ? {} : { site_spec_version: spec }),
    auditor_url: `${baseUrl}/score`,
    ...(generation === 'newer' ? { signature: { alg: 'ed25519', value: 'c2lnbmVk' } } : {}),
  };
}

function checksOf(definitions: Catalogue): Check[] {
  return Object.entries(definitions).flatMap(([category, ids]) =>
    ids.split(' ').map((id) => {
      const keyword = LEVELS[id.charAt(0)];
      return keyword === undefined
        ? { id, category, keyword: 'should' }
        : { id: id.slice(1), category, keyword };
    }),
  );
}

function coverageOf(results: readonly Json[]): Json {
  return Object.fromEntries(
    ['must', 'should', 'may'].map((level) => {
      const own = results.filter(({ keyword }) => keyword === level);
      return [level, { total: own.length, verified: own.filter(({ status }) => status === 'pass').length }];
    }),
  );
}

function resultOf(
  { id, category, keyword }: Check,
  generation: Generation,
  {
    baseUrl,
    absent,
    i,
  }: { readonly baseUrl: string; readonly absent: readonly string[]; readonly i: number },
): Json {
  const evidence = `https://site.example/${id} -> 200`;
  const base = {
    id,
    label: `The ${id} surface works (${generation})`,
    category,
    ...(generation === 'first' ? {} : { group: 'P8', layer: 'web' }),
    keyword,
    ...(generation === 'first' ? {} : { tier: 'recommended', principle: 'P8' }),
    evidence,
    ...(generation === 'newer' ? { details: [{ kind: 'request', url: evidence }] } : {}),
  };
  if (generation === 'newer' && i === 0)
    return {
      ...base,
      status: 'warned',
      result: `Present with a warning (${evidence})`,
      warning: { since: 9 },
    };
  if (absent.includes(id))
    return {
      ...base,
      status: 'absent',
      result: `Not found (${evidence})`,
      remediation:
        generation === 'newer'
          ? { steps: [{ text: `Publish ${id}.` }] }
          : {
              goal: `Agents gain what ${id} offers.`,
              fix: `Publish what ${id} asks for, as its standard says.`,
              skill_url: `${baseUrl}/fix/${id}`,
              resources: [{ label: `About ${id}`, url: `https://standards.example/${id}` }],
              evidence,
              prompt: `Publish ${id}.`,
            },
    };
  if (i % 5 === 4)
    return {
      ...base,
      status: 'n_a',
      result: `Not applicable (${evidence})`,
      na_reason: generation === 'first' ? 'prerequisite' : 'antecedent-unmet',
    };
  return { ...base, status: 'pass', result: `Verified (${evidence})` };
}

/** A file of results of that version: two audits, with a history. */
export function fileOfGeneration(generation: Generation, parts: Parts): Json {
  const { spec, schema, rules } = VERSIONS[generation];
  const { scoredAt = '2026-05-01T06:00:00.000Z' } = parts;
  const before = new Date(Date.parse(scoredAt) - 7 * 86_400_000).toISOString();
  const latest = envelopeOfGeneration(generation, { absent: ['llms-txt'], ...parts, scoredAt });
  const previous = envelopeOfGeneration(generation, {
    ...parts,
    scoredAt: before,
    absent: ['llms-txt', 'robots', 'openapi'],
  });
  const point = (envelope: Json, at: string) => ({
    scored_at: at,
    ...((envelope.scorecard as Json).score as Json),
    spec_version: spec,
    schema_version: schema,
    ...(rules === undefined ? {} : { rules }),
  });
  return {
    host: parts.host,
    latest,
    previous,
    history: [point(previous, before), point(latest, scoredAt)],
    failure: null,
    ...(generation === 'newer' ? { annotations: [{ by: 'owner', text: 'under construction' }] } : {}),
  };
}

/** The text of the file, as the store lays it out. */
export function fileText(generation: Generation, parts: Parts): string {
  return `${JSON.stringify(fileOfGeneration(generation, parts), null, 2)}\n`;
}
