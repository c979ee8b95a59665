/** The software that guides give snippets for, as a closed list: a guide's heading under "How to fix it" is one of these names. */

export interface Platform {
  /** As in addresses (`/fix/robots?for=nginx`), in storage and as a tool's argument. */
  readonly id: string;
  /** As in headings. */
  readonly name: string;
  readonly group: PlatformGroup;
}

const GROUPS = [
  'Web servers',
  'Node.js',
  'Site frameworks',
  'Python, Ruby and PHP',
  'Hosting',
  'MCP SDKs',
] as const;
type PlatformGroup = (typeof GROUPS)[number];

const platform = (group: PlatformGroup, name: string, id = name.toLowerCase()): Platform => ({
  id,
  name,
  group,
});

/** In the order in which a choice lists them. */
export const PLATFORMS: readonly Platform[] = [
  platform('Web servers', 'nginx'),
  platform('Web servers', 'Apache'),
  platform('Web servers', 'Caddy'),
  platform('Node.js', 'Express'),
  platform('Node.js', 'Fastify'),
  platform('Node.js', 'Hono'),
  platform('Site frameworks', 'Next.js', 'nextjs'),
  platform('Site frameworks', 'Nuxt'),
  platform('Site frameworks', 'SvelteKit'),
  platform('Site frameworks', 'Astro'),
  platform('Site frameworks', 'Docusaurus'),
  platform('Site frameworks', 'VitePress'),
  platform('Site frameworks', 'Hugo'),
  platform('Python, Ruby and PHP', 'FastAPI'),
  platform('Python, Ruby and PHP', 'Django'),
  platform('Python, Ruby and PHP', 'Rails'),
  platform('Python, Ruby and PHP', 'Laravel'),
  platform('Python, Ruby and PHP', 'WordPress'),
  platform('Hosting', 'Cloudflare'),
  platform('Hosting', 'Netlify'),
  platform('Hosting', 'Vercel'),
  platform('Hosting', 'GitHub Pages', 'github-pages'),
  platform('Hosting', 'S3 and CloudFront', 's3'),
  platform('Hosting', 'Shopify'),
  platform('MCP SDKs', 'MCP TypeScript SDK v2', 'mcp-ts-v2'),
  platform('MCP SDKs', 'MCP TypeScript SDK v1', 'mcp-ts-v1'),
  platform('MCP SDKs', 'MCP Python SDK', 'mcp-python'),
];

/** The platform that somebody means, by its id or its name in any case; nothing for one that is not known. */
export function platformAsked(word: string | undefined): Platform | undefined {
  const wanted = word?.trim().toLowerCase();
  return PLATFORMS.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
}

/** The platform with this name, if a heading names one. */
export function platformNamed(name: string): Platform | undefined {
  return PLATFORMS.find((one) => one.name === name);
}
