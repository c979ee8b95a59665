export const WAYS_ON = [
  { path: '/score', name: 'The catalog', what: 'all audited sites' },
  { path: '/checks', name: 'The checks', what: 'all checks, each with its fix guide' },
  {
    path: '/principles',
    name: 'The principles',
    what: 'what agents need of web sites and of command-line programs',
  },
  { path: '/', name: 'The home page', what: 'audit a site' },
];

const AGENT_WAYS_ON = [
  { path: '/llms.txt', name: 'Index for agents', what: 'this site, in short' },
  { path: '/score.md', name: 'The catalog', what: 'all audited sites' },
  { path: '/checks.md', name: 'The checks', what: 'all checks, each with its fix guide' },
  { path: '/openapi.json', name: 'OpenAPI description', what: 'all endpoints' },
  { path: '/sitemap.xml', name: 'Sitemap', what: 'all pages' },
];

/** The path prefix of scorecards. A missing page with this prefix may be about a site that was never audited. */
const SCORECARDS = '/score/';

/** Returns the text for a missing page. If the path is below `/score/`, the text says how to audit the site. */
export function notFoundMarkdown(origin: string, path = ''): string {
  const links = AGENT_WAYS_ON.map(({ path, name, what }) => `- [${name}](${origin}${path}): ${what}`);
  return `# Not found

There is no page at this address. ${path.startsWith(SCORECARDS) ? auditText(`\`audit_website\` at ${origin}/mcp`) : 'These pages exist:'}

${links.join('\n')}
`;
}

/** Returns the problem details (RFC 9457) for a missing page, with the same advice as `notFoundMarkdown`. */
export function notFoundProblem(origin: string, path = ''): Readonly<Record<string, unknown>> {
  const audit = path.startsWith(SCORECARDS) ? `${auditText(`audit_website at ${origin}/mcp`)} ` : '';
  return {
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    code: 'not_found',
    detail: `There is no page at this address. ${audit}${origin}/llms.txt is the index of this site, and ${origin}/checks.md lists all checks with their guides.`,
  };
}

function auditText(tool: string): string {
  return `If you expected a scorecard, the site has not been audited yet: call the MCP tool ${tool} with its host as target.`;
}
