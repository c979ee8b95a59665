/**
 * What is the matter where a check fails, in a sentence that the owner of a site would say. Each check has one for every
 * status that it can fail with; a check that fails for several reasons says a closer one itself (`because`, in
 * `src/checks/check.ts`). Sentences are this project's own: nothing of a site stands in them.
 */
import type { CheckId } from './index.ts';

export type FailingStatus = 'absent' | 'broken' | 'noncompliant';
type Findings = Partial<Readonly<Record<FailingStatus, string>>>;

const NOT_MODERN = 'Nothing shows that the MCP server speaks revision 2026-07-28.';
const NO_HANDSHAKE = 'The MCP handshake fails, so this could not be tried.';

/** A test of all examples holds it to them. */
export const FINDINGS: { readonly [id in CheckId]?: Findings } = {
  robots: { absent: 'There is no robots.txt.', broken: 'robots.txt is not a text file of rules.' },
  sitemap: { absent: 'There is no sitemap.xml.', broken: 'sitemap.xml is not a sitemap that can be read.' },
  'link-headers': {
    absent: 'The home page sends no Link header that points at something for agents.',
    broken: 'The home page does not work.',
  },
  'root-link-rel': {
    absent: 'The home page has no link element that points at something for programs.',
    broken: 'The home page does not work.',
  },
  'agent-friendly-404': {
    absent: 'A page that does not exist is answered with neither 404 nor 410.',
    broken: 'A page that does not exist is answered as if something went right, or with a server error.',
  },
  'agent-friendly-404-md': {
    absent: 'The 404 page is not Markdown for those who ask for Markdown.',
    noncompliant: 'The 404 page is Markdown, but links to no page of this site.',
    broken: 'Asking for Markdown changes the status of a page that does not exist.',
  },
  'dns-aid': { absent: 'DNS has no records of agents for this host.' },
  'llms-txt': { absent: 'There is no llms.txt.', broken: 'llms.txt is not a text file.' },
  'llms-txt-format': { noncompliant: 'llms.txt lacks a title, a summary or a list of links.' },
  'llms-txt-when-to-use': { absent: 'No heading of llms.txt says when or how agents should use the site.' },
  'llms-txt-links': { broken: 'Links in llms.txt lead nowhere.' },
  'llms-full-txt': { absent: 'There is no llms-full.txt.', broken: 'llms-full.txt is not a text file.' },
  'llms-txt-scoped': { absent: 'No section of the site has an llms.txt.' },
  'llms-full-txt-scoped': { absent: 'No section of the site has an llms-full.txt.' },
  'accept-markdown': {
    absent: 'The home page is HTML even for those who ask for Markdown.',
    broken: 'The answer calls itself Markdown, but it is HTML.',
  },
  'markdown-accept-plain': {
    absent: 'The home page is HTML even for those who ask for plain text.',
    broken: 'The answer to those who ask for plain text calls itself text, but it is HTML.',
  },
  'markdown-cli-ua': {
    absent: 'Command-line clients get HTML.',
    broken: 'Command-line clients get an answer that calls itself Markdown, but it is HTML.',
  },
  'markdown-agent-ua': {
    absent: 'AI assistants get HTML.',
    broken: 'AI assistants get an answer that calls itself Markdown, but it is HTML.',
  },
  'markdown-vary': {
    absent: 'The Vary header does not name what the Markdown answers depend on.',
    noncompliant: 'The Vary header names only part of what the Markdown answers depend on.',
  },
  'markdown-frontmatter': {
    absent: 'The Markdown does not begin with front matter.',
    broken: 'The front matter of the Markdown cannot be read.',
  },
  'root-meta-description': {
    absent: 'The home page has no meta description.',
    noncompliant: 'The meta description of the home page says too little.',
  },
  'schema-org-jsonld': {
    absent: 'The home page has no Schema.org JSON-LD.',
    broken: 'The JSON-LD of the home page cannot be read.',
  },
  'content-without-js': {
    absent: 'Without JavaScript the home page is empty.',
    noncompliant: 'Without JavaScript the home page lacks a heading or has hardly any text.',
  },
  'semantic-html': { absent: 'The home page has no landmarks such as main and nav.' },
  'noscript-fallback': { absent: 'No noscript block of the home page links to something for programs.' },
  'agent-ua-reachable': { broken: 'AI agents do not get the home page.' },
  'robots-ai-rules': { absent: 'robots.txt has no rules for AI crawlers.' },
  'content-signals': {
    absent: 'robots.txt does not say how AI may use the content.',
    noncompliant: 'The preferences for AI in robots.txt are not ones that a standard knows.',
    broken: 'The Content-Signal line in robots.txt has no known signal.',
  },
  'web-bot-auth': {
    absent: 'There is no directory of keys for signed requests.',
    noncompliant: 'The directory of keys is there, but verifiers will not accept how it is served.',
    broken: 'The directory of keys is not a list of keys.',
  },
  'security-txt': {
    absent: 'There is no security.txt.',
    noncompliant: 'security.txt lacks a contact or a valid expiry date.',
    broken: 'security.txt names neither a contact nor an expiry date.',
  },
  openapi: {
    absent: 'There is no OpenAPI description where agents look for one.',
    noncompliant: 'The OpenAPI description lacks what the specification requires.',
    broken: 'The OpenAPI description cannot be read.',
  },
  'json-errors': {
    absent: 'Errors of the API are not JSON.',
    noncompliant: 'Errors of the API are JSON, but are served as something else.',
    broken: 'Errors of the API cannot be read as what they claim to be.',
  },
  'rate-limit-headers': {
    absent: 'Answers of the API do not say how many requests are left.',
    noncompliant: 'Answers of the API name the policy, but not how many requests are left.',
    broken: 'The API refuses for too many requests, and does not say when to come back.',
  },
  'api-catalog': {
    absent: 'There is no api-catalog.',
    noncompliant: 'The api-catalog is there, but it is empty or served as the wrong type.',
    broken: 'The api-catalog is not a list of links.',
  },
  'json-schemas': {
    absent: 'A JSON Schema that is referred to is not there.',
    noncompliant: 'A JSON Schema that is referred to is served as the wrong type.',
    broken: 'A JSON Schema that is referred to cannot be had as a schema.',
  },
  'mcp-initialize': {
    absent: 'The MCP handshake is not answered.',
    noncompliant: 'The answer to the MCP handshake lacks part of what it must have.',
    broken: 'The MCP handshake fails.',
  },
  'mcp-capabilities': { absent: NO_HANDSHAKE },
  'mcp-tools-list': {
    absent: NO_HANDSHAKE,
    noncompliant: 'Some MCP tools have no name or no input schema.',
    broken: 'The list of MCP tools cannot be had.',
  },
  'mcp-resources-list': {
    absent: NO_HANDSHAKE,
    noncompliant: 'No MCP resource has both an address and a name or description.',
    broken: 'MCP resources are advertised, but their list cannot be had.',
  },
  'mcp-unknown-method': {
    absent: NO_HANDSHAKE,
    noncompliant: 'An unknown MCP method is refused in the wrong way.',
    broken: 'An unknown MCP method is not refused with error -32601.',
  },
  'mcp-unknown-tool': {
    absent: NO_HANDSHAKE,
    noncompliant: 'An unknown MCP tool is refused, but not with error -32602.',
    broken: 'An unknown MCP tool is not refused with error -32602.',
  },
  'mcp-server-discover': {
    absent: 'The MCP server does not answer server/discover.',
    noncompliant: 'The answer to server/discover lacks part of what it must have.',
    broken: 'The MCP server refuses server/discover of a revision that it supports.',
  },
  'mcp-modern-tools-list': {
    absent: NOT_MODERN,
    noncompliant: 'Some MCP tools have no name or no input schema.',
    broken: 'The MCP server does not list its tools without a handshake.',
  },
  'mcp-modern-unknown-method': {
    absent: NOT_MODERN,
    noncompliant: 'An unknown method is refused with the right error, but with the wrong HTTP status.',
    broken: 'Without a handshake, an unknown MCP method is not refused with error -32601.',
  },
  'mcp-modern-resources-miss': {
    absent: NOT_MODERN,
    broken: 'An MCP resource that does not exist is not refused with error -32602.',
  },
  'mcp-modern-clientcaps': {
    absent: NOT_MODERN,
    broken: 'An MCP request without clientCapabilities is not refused as it should be.',
  },
  'mcp-modern-header-mismatch': {
    absent: NOT_MODERN,
    broken: 'An MCP request whose header contradicts its body is not refused with error -32020.',
  },
  'mcp-modern-version-reject': {
    absent: NOT_MODERN,
    noncompliant: 'An unsupported MCP version is refused without saying which ones are supported.',
    broken: 'An unsupported MCP version is not refused with error -32022.',
  },
  'mcp-batch-reject': {
    absent: NOT_MODERN,
    noncompliant: 'An MCP batch is refused, but not as the protocol says.',
    broken: 'An MCP batch is not refused with error -32600.',
  },
  'mcp-malformed-body': {
    absent: 'The MCP endpoint could not be asked with a malformed body.',
    noncompliant: 'A malformed body is refused, but not with an error that clients know.',
    broken: 'A malformed body is not refused.',
  },
  'mcp-get-fast-fail': {
    absent: 'The MCP endpoint could not be asked by GET.',
    noncompliant: 'A GET on the MCP endpoint opens a stream that its revision does not have.',
    broken: 'A GET on the MCP endpoint fails or is left waiting.',
  },
  'mcp-accept-unsatisfiable': {
    absent: 'The MCP server does not answer 406 to clients that cannot read what it sends.',
    broken: 'An Accept header that cannot be satisfied makes the MCP server fail.',
  },
  'mcp-accept-json': {
    absent: 'The MCP server refuses clients that accept JSON only.',
    broken: 'The MCP server gives no plain JSON to clients that accept nothing else.',
  },
  'mcp-cors-preflight': {
    absent: 'The MCP endpoint does not answer CORS preflights.',
    noncompliant: 'The CORS preflight of the MCP endpoint allows too little.',
    broken: 'The CORS preflight of the MCP endpoint is incomplete or fails.',
  },
  'mcp-cors-actual': {
    absent: 'MCP answers carry no CORS headers.',
    noncompliant: 'The CORS headers of MCP answers allow another origin.',
    broken: 'MCP answers and their preflight disagree about CORS.',
  },
  'well-known-mcp-card': {
    absent: 'There is no MCP server card.',
    noncompliant: 'The MCP server card lacks what it must have.',
    broken: 'The MCP server card cannot be read.',
  },
  'mcp-card-legacy-aliases': {
    absent: 'No older path leads to the MCP server card.',
    broken: 'An older path of the MCP server card does not redirect to it for good.',
  },
  'mcp-usage-doc': {
    absent: 'There is no guide to the MCP server in Markdown.',
    broken: 'The guide to the MCP server is not Markdown with text in it.',
  },
  webmcp: {
    absent: 'The home page offers no WebMCP tools.',
    broken: 'The WebMCP declaration of the home page cannot be read.',
  },
  'oauth-discovery': {
    absent: 'There is no OAuth discovery document.',
    noncompliant: 'The OAuth discovery document lacks what it must have.',
    broken: 'The OAuth discovery document cannot be read.',
  },
  'oauth-protected-resource': {
    absent: 'There is no protected-resource metadata.',
    noncompliant: 'The protected-resource metadata lack what they must have.',
    broken: 'The protected-resource metadata cannot be read.',
  },
  'auth-md': { absent: 'There is no auth.md.', broken: 'auth.md is not a text file.' },
  'ai-catalog': {
    absent: 'There is no ai-catalog.json.',
    noncompliant: 'ai-catalog.json lacks what it must have.',
    broken: 'ai-catalog.json cannot be read.',
  },
  'a2a-agent-card': {
    absent: 'There is no A2A agent card.',
    noncompliant: 'The A2A agent card lacks what its version requires.',
    broken: 'The A2A agent card cannot be read.',
  },
  'agent-skills': {
    absent: 'There is no index of agent skills.',
    noncompliant: 'The index of agent skills is incomplete.',
    broken: 'The index of agent skills is wrong or cannot be read.',
  },
};
