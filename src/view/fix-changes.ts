/** The changes that mend checks: what is one document, one server or one part of a page is changed once. */
import type { CheckId } from '../definitions/index.ts';

/** One change to a site, and every check that it mends. */
export interface FixChange {
  readonly id: string;
  /** What is changed. */
  readonly title: string;
  readonly checks: readonly CheckId[];
  /** Guides whose snippets do what those of other guides do, and more: where its own check fails, one stands for them. */
  readonly standsFor?: { readonly [guide in CheckId]?: readonly CheckId[] };
  /** Checks that apply once another passes: their guides are followed at the same time. */
  readonly brings?: { readonly [mended in CheckId]?: readonly CheckId[] };
  /** Its snippets name other documents: those that the site has not got are left out of them. */
  readonly leadsOn?: true;
  /** A platform whose snippets for the check that goes first replace it by another, and how that is called. */
  readonly upgrade?: { readonly from: string; readonly title: string };
  /** Changes that make what this one leads on to: they come before it. */
  readonly after?: readonly string[];
}

const ALL_OF_MCP = [
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
] as const satisfies readonly CheckId[];

const NEGOTIATED = ['accept-markdown', 'markdown-vary'] as const;

/** Every check is in exactly one of them, the one whose goal speaks for all first. */
export const FIX_CHANGES: readonly FixChange[] = [
  { id: 'agent-access', title: 'Let AI agents in', checks: ['agent-ua-reachable'] },
  {
    id: 'mcp-server',
    title: 'The MCP server',
    checks: ALL_OF_MCP,
    // A handler of both generations answers as both revisions ask.
    standsFor: { 'mcp-server-discover': ALL_OF_MCP },
    upgrade: { from: 'mcp-ts-v1', title: 'The MCP server: upgrade its SDK to version 2' },
  },
  {
    id: 'mcp-card',
    title: 'The MCP server card, its aliases and its guide',
    checks: ['well-known-mcp-card', 'mcp-card-legacy-aliases', 'mcp-usage-doc'],
    after: ['mcp-server'],
  },
  {
    id: 'mcp-cors',
    title: 'CORS of the MCP endpoint',
    checks: ['mcp-cors-preflight', 'mcp-cors-actual'],
    standsFor: { 'mcp-cors-preflight': ['mcp-cors-actual'] },
    after: ['mcp-server'],
  },
  { id: 'api-description', title: 'The API description', checks: ['openapi', 'json-schemas'] },
  {
    id: 'api-answers',
    title: 'Errors and limits of the API',
    checks: ['json-errors', 'rate-limit-headers'],
    after: ['api-description'],
  },
  { id: 'sitemap', title: 'The sitemap', checks: ['sitemap'] },
  {
    id: 'robots-txt',
    title: 'robots.txt',
    checks: ['robots', 'robots-ai-rules', 'content-signals'],
    after: ['sitemap'],
  },
  {
    id: 'markdown-pages',
    title: 'Pages as Markdown',
    checks: [
      'accept-markdown',
      'markdown-vary',
      'markdown-accept-plain',
      'markdown-cli-ua',
      'markdown-agent-ua',
      'markdown-frontmatter',
    ],
    standsFor: {
      'markdown-agent-ua': NEGOTIATED,
      'markdown-cli-ua': NEGOTIATED,
      'markdown-accept-plain': NEGOTIATED,
      'accept-markdown': ['markdown-vary'],
    },
    leadsOn: true,
  },
  {
    id: 'llms-txt',
    title: 'llms.txt',
    checks: ['llms-txt', 'llms-txt-format', 'llms-txt-when-to-use', 'llms-txt-links'],
    standsFor: { 'llms-txt': ['llms-txt-format', 'llms-txt-when-to-use'] },
    after: ['mcp-server', 'api-description', 'markdown-pages'],
  },
  {
    id: 'llms-full-txt',
    title: 'llms-full.txt, and both for sections',
    checks: ['llms-full-txt', 'llms-txt-scoped', 'llms-full-txt-scoped'],
    after: ['llms-txt'],
  },
  {
    id: 'unknown-pages',
    title: 'Pages that are not there',
    checks: ['agent-friendly-404', 'agent-friendly-404-md'],
    brings: { 'agent-friendly-404': ['agent-friendly-404-md'] },
    leadsOn: true,
    after: ['sitemap', 'llms-txt'],
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
    leadsOn: true,
    // Nuxt shows a page of its own for `/` once it tells paths apart.
    after: ['api-description', 'markdown-pages', 'llms-txt', 'unknown-pages'],
  },
  {
    id: 'response-headers',
    title: 'Link headers',
    checks: ['link-headers'],
    leadsOn: true,
    after: ['api-description', 'mcp-card', 'llms-txt'],
  },
  { id: 'security-txt', title: 'security.txt', checks: ['security-txt'] },
  {
    id: 'oauth',
    title: 'OAuth metadata',
    checks: ['oauth-discovery', 'oauth-protected-resource', 'auth-md'],
    after: ['mcp-server'],
  },
  {
    id: 'catalogs',
    title: 'Catalogs and cards',
    checks: ['ai-catalog', 'a2a-agent-card', 'agent-skills', 'api-catalog'],
    after: ['mcp-card', 'api-description'],
  },
  { id: 'web-bot-auth', title: 'Keys of the site’s own bots', checks: ['web-bot-auth'] },
  { id: 'dns-aid', title: 'DNS records for agents', checks: ['dns-aid'], after: ['mcp-server'] },
];

/** Why a plan is in the order of `inOrder`. */
export const FIX_ORDER =
  'What earns most comes first, but after what it leads on to: a 404 page after the sitemap that it names, a card after its endpoint.';

/**
 * Changes in an order in which each can be made and deployed: each right after what it waits for.
 *
 * @param changes that gain most first
 */
export function inOrder<T extends { readonly change: FixChange }>(changes: readonly T[]): T[] {
  const order = new Set<T>();
  const add = (one: T): void => {
    const earlier = changes.filter(({ change }) => one.change.after?.includes(change.id));
    for (const other of earlier) if (!order.has(other)) add(other);
    order.add(one);
  };
  for (const one of changes) add(one);
  return [...order];
}
