/** The stacks (servers, hosts and other software of sites) that have their own page (`content/stacks/<id>.mdx`). */

export const STACKS = [
  { id: 'nginx', name: 'nginx' },
  { id: 'apache', name: 'Apache' },
  { id: 'caddy', name: 'Caddy' },
  { id: 'cloudflare', name: 'Cloudflare' },
  { id: 'netlify', name: 'Netlify' },
  { id: 'vercel', name: 'Vercel, with Next.js' },
  { id: 'github-pages', name: 'GitHub Pages' },
  { id: 'wordpress', name: 'WordPress' },
  { id: 'documentation-generators', name: 'Documentation generators' },
  { id: 'mcp-sdks', name: 'MCP SDKs' },
] as const;

export type StackId = (typeof STACKS)[number]['id'];

/** Maps platforms that an audit recognizes (`src/audit/evidence/root.ts`) to stacks. Other platforms have no stack. */
const STACK_OF: Readonly<Record<string, StackId>> = {
  nginx: 'nginx',
  apache: 'apache',
  caddy: 'caddy',
  netlify: 'netlify',
  vercel: 'vercel',
  nextjs: 'vercel',
  'github-pages': 'github-pages',
  wordpress: 'wordpress',
  docusaurus: 'documentation-generators',
  hugo: 'documentation-generators',
  vitepress: 'documentation-generators',
};

/** Returns the stack of the site's generator. If no generator is known, uses the most specific platform that has a stack. */
export function stackSeen(
  platforms: readonly { readonly id: string; readonly by?: string }[] = [],
): StackId | undefined {
  const generators = platforms.filter(({ by }) => by?.startsWith('generator: '));
  const deciding = generators.length > 0 ? generators : platforms;
  const stacks = deciding.flatMap(({ id }) => (Object.hasOwn(STACK_OF, id) ? (STACK_OF[id] ?? []) : []));
  return stacks[0];
}

export const stackPath = (id: string): string => `/fix/on/${id}`;

/** Returns the stack with this id, which may be user input; `undefined` if there is none. */
export function stackNamed(id: string): (typeof STACKS)[number] | undefined {
  return STACKS.find((stack) => stack.id === id);
}
