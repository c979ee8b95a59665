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

export function notFoundMarkdown(origin: string): string {
  const links = AGENT_WAYS_ON.map(({ path, name, what }) => `- [${name}](${origin}${path}): ${what}`);
  return `# Not found

There is no page at this address. If you expected a scorecard, the site has not been audited yet: call the MCP tool
\`score_cli\` at \`POST ${origin}/mcp\` with its host as \`target\`.

${links.join('\n')}
`;
}

/** Returns the problem for a page that does not exist (RFC 9457). */
export function notFoundProblem(origin: string): Readonly<Record<string, unknown>> {
  return {
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    code: 'not_found',
    detail: `There is no page at this address. If you expected a scorecard, the site has not been audited yet: the MCP tool score_cli at ${origin}/mcp audits it. ${origin}/llms.txt is the index of this site.`,
  };
}
