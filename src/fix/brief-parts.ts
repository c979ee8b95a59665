/** The changes that a site may need. Each concerns one document, server or part of a page. Texts: `content/changes/<id>.mdx`. */
import type { CheckId } from '../audit/check-texts/index.ts';

interface ChangeData {
  readonly id: string;
  readonly title: string;
  /** The checks that pass after the change. Each check belongs to exactly one change. */
  readonly checks: readonly CheckId[];
}

/** All changes in the order in which to make them. Changes that others depend on come first. */
export const CHANGES = [
  { id: 'agent-access', title: 'Let AI agents in', checks: ['agent-ua-reachable'] },
  {
    id: 'mcp-server',
    title: 'The MCP server',
    checks: [
      'mcp-server-discover',
      'mcp-initialize',
      'mcp-capabilities',
      'mcp-tools-list',
      'mcp-modern-tools-list',
      'mcp-resources-list',
      'mcp-modern-resources-miss',
      'mcp-unknown-method',
      'mcp-modern-unknown-method',
      'mcp-unknown-tool',
      'mcp-modern-clientcaps',
      'mcp-modern-header-mismatch',
      'mcp-modern-version-reject',
      'mcp-batch-reject',
      'mcp-malformed-body',
      'mcp-get-fast-fail',
      'mcp-accept-unsatisfiable',
      'mcp-accept-json',
    ],
  },
  {
    id: 'mcp-card',
    title: 'The MCP server card',
    checks: ['well-known-mcp-card', 'mcp-card-legacy-aliases', 'mcp-usage-doc'],
  },
  {
    id: 'mcp-cors',
    title: 'CORS on the MCP endpoint',
    checks: ['mcp-cors-preflight', 'mcp-cors-actual'],
  },
  {
    id: 'api',
    title: 'The API',
    checks: ['openapi', 'json-errors', 'rate-limit-headers', 'json-schemas'],
  },
  { id: 'robots-txt', title: 'robots.txt', checks: ['robots', 'robots-ai-rules', 'content-signals'] },
  {
    id: 'markdown-pages',
    title: 'Every page also as Markdown',
    checks: [
      'accept-markdown',
      'markdown-vary',
      'markdown-accept-plain',
      'markdown-cli-ua',
      'markdown-agent-ua',
      'markdown-frontmatter',
    ],
  },
  {
    id: 'llms-txt',
    title: 'llms.txt',
    checks: ['llms-txt', 'llms-txt-format', 'llms-txt-when-to-use', 'llms-txt-links'],
  },
  {
    id: 'llms-full-txt',
    title: 'llms-full.txt and files for sections',
    checks: ['llms-full-txt', 'llms-txt-scoped', 'llms-full-txt-scoped'],
  },
  {
    id: 'unknown-pages',
    title: 'Unknown paths',
    checks: ['agent-friendly-404', 'agent-friendly-404-md'],
  },
  {
    id: 'home-page',
    title: 'The HTML of the home page',
    checks: [
      'content-without-js',
      'semantic-html',
      'root-meta-description',
      'root-link-rel',
      'schema-org-jsonld',
      'noscript-fallback',
      'webmcp',
    ],
  },
  { id: 'link-header', title: 'The Link header', checks: ['link-headers'] },
  { id: 'sitemap', title: 'The sitemap', checks: ['sitemap'] },
  { id: 'security-txt', title: 'security.txt', checks: ['security-txt'] },
  {
    id: 'oauth',
    title: 'OAuth metadata',
    checks: ['oauth-discovery', 'oauth-protected-resource', 'auth-md'],
  },
  {
    id: 'catalogs',
    title: 'Catalogs and cards',
    checks: ['ai-catalog', 'a2a-agent-card', 'agent-skills', 'api-catalog'],
  },
  { id: 'web-bot-auth', title: 'Keys of the site’s own bots', checks: ['web-bot-auth'] },
  { id: 'dns-aid', title: 'DNS records for agents', checks: ['dns-aid'] },
] as const satisfies readonly ChangeData[];

type Change = (typeof CHANGES)[number];
export type ChangeId = Change['id'];

/** For each change that the brief may list, its text from `content/changes/<id>.mdx`. */
export type ChangeTexts = Readonly<Record<ChangeId, string>>;

/** The name of the JSON file with the texts of all changes. The build writes the file, and the Netlify function reads it. */
export const TEXTS_FILE = 'change-texts.json';

/** For each check, the checks that begin to apply when it passes. Checks of optional features (MAY) are left out. */
export const BEGINS: { readonly [check in CheckId]?: readonly CheckId[] } = {
  robots: ['robots-ai-rules', 'content-signals'],
  'accept-markdown': ['markdown-vary'],
  'llms-txt': ['llms-txt-format', 'llms-txt-when-to-use', 'llms-txt-links'],
  'llms-txt-format': ['llms-txt-links'],
  'agent-friendly-404': ['agent-friendly-404-md'],
  openapi: ['json-errors', 'rate-limit-headers'],
  'mcp-capabilities': ['mcp-tools-list', 'mcp-modern-tools-list', 'mcp-unknown-tool'],
};

/** The checks that begin to apply when a server supports MCP revision 2026-07-28. */
export const BEGINS_WITH_MODERN: readonly CheckId[] = ['mcp-accept-json', 'mcp-get-fast-fail'];

const order = new Map<string, number>(CHANGES.flatMap(({ checks }) => checks).map((id, i) => [id, i]));
const changes = new Map<string, Change>(
  CHANGES.flatMap((change) => change.checks.map((id) => [id, change] as const)),
);

/** Returns the change that makes a check pass; `undefined` for an unknown id. */
export function changeOf(check: CheckId): Change;
export function changeOf(check: string): Change | undefined;
export function changeOf(check: string): Change | undefined {
  return changes.get(check);
}

/** The check whose status stays `absent` for an API without rate limits, because that API needs no rate-limit headers. */
export const STAYS_ABSENT: CheckId = 'rate-limit-headers';

interface Verdict {
  readonly id: string;
  readonly status: string;
}

/** Returns whether a failure may be intended: an API without rate limits needs no rate-limit headers. */
export function mayStay({ id, status }: Verdict): boolean {
  return id === STAYS_ABSENT && status === 'absent';
}

/** The note for a site whose only failure is that rate-limit headers are missing. */
export const IF_UNLIMITED =
  'If the API limits no calls, nothing has to change: rate-limit-headers stays missing, and that is right.';

/** Compares two results by the order in which to fix them. Unknown ids come after known ones. Intended failures come last. */
export function byFixOrder(a: Verdict, b: Verdict): number {
  const placeOf = (one: Verdict) => (mayStay(one) ? order.size + 1 : (order.get(one.id) ?? order.size));
  return placeOf(a) - placeOf(b);
}
