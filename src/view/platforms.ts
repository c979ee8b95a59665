/** The software that guides give snippets for, as a closed list: a guide's heading under "How to fix it" is one of these names. */

export interface Platform {
  /** As in addresses (`/fix/robots?for=nginx`), in storage and as a tool's argument. */
  readonly id: string;
  /** As in headings. */
  readonly name: string;
  readonly group: PlatformGroup;
  /** What holds for all of its snippets, as Markdown. */
  readonly note?: string;
  /** The SDK whose part stands in where a guide's fix is in that, and how what it gives is mounted here, as Markdown. */
  readonly mcp?: { readonly sdk: string; readonly mount: string };
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

const platform = (
  group: PlatformGroup,
  name: string,
  id = name.toLowerCase(),
  more: Pick<Platform, 'note' | 'mcp'> = {},
): Platform => ({ id, name, group, ...more });

/** How the small servers of snippets become parts of a server that is there. */
const SERVER_NOTE =
  'A snippet is a whole small server. Into yours go its imports, and, before your routes and static files, what else it has; what a comment calls last goes behind all of them. What you have already (the app, its port, a constant or function of the same name) stays yours; a route of the same path gives way.';

/** The handler of the TypeScript SDK, mounted in the place of `createServer`. */
const mounted = (code: string) => ({
  mcp: {
    sdk: 'mcp-ts-v2',
    mount: `The fix is in the SDK. Mount what its \`createMcpHandler\` gives (\`handler\`) so:\n\n\`\`\`js\n${code}\n\`\`\``,
  },
});

/** In the order in which a choice lists them. */
export const PLATFORMS: readonly Platform[] = [
  platform('Web servers', 'nginx'),
  platform('Web servers', 'Apache'),
  platform('Web servers', 'Caddy'),
  platform('Node.js', 'Express', 'express', {
    note: SERVER_NOTE,
    ...mounted(
      "const mcp = toNodeHandler(handler);\napp.all('/mcp', (request, response) => mcp(request, response, request.body));",
    ),
  }),
  platform('Node.js', 'Fastify', 'fastify', {
    note: SERVER_NOTE,
    ...mounted(`const mcp = toNodeHandler(handler);
app.all('/mcp', (request, reply) => {
  reply.hijack();
  return mcp(request.raw, reply.raw, request.body);
});`),
  }),
  platform('Node.js', 'Hono', 'hono', {
    note: SERVER_NOTE,
    ...mounted("app.all('/mcp', (c) => handler.fetch(c.req.raw));"),
  }),
  platform('Site frameworks', 'Next.js', 'nextjs', {
    note: 'In a project with `src/app`, what is in `app/` here goes there. `public/` and `next.config.ts` stay at the root.',
    ...mounted(`// app/mcp/route.js
const handle = (request) => handler.fetch(request);
export { handle as DELETE, handle as GET, handle as POST };`),
  }),
  platform('Site frameworks', 'Nuxt'),
  platform('Site frameworks', 'SvelteKit'),
  platform('Site frameworks', 'Astro'),
  platform('Site frameworks', 'Docusaurus'),
  platform('Site frameworks', 'VitePress'),
  platform('Site frameworks', 'Hugo'),
  platform('Python, Ruby and PHP', 'FastAPI', 'fastapi', {
    note: 'A snippet is a whole small app. Into yours go its imports, and, right behind `app = FastAPI()`, what else it has.',
    mcp: {
      sdk: 'mcp-python',
      mount:
        'The fix is in the SDK. FastAPI mounts its app (`app.mount("/", mcp.streamable_http_app())`), in whose lifespan `mcp.session_manager.run()` has to run.',
    },
  }),
  platform('Python, Ruby and PHP', 'Django', 'django', {
    note: '`example` is the package of your project (`mysite`), and `templates/` a folder in `DIRS` of `TEMPLATES`. Entries of `urlpatterns` go into the list that you have.',
  }),
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
  platform('MCP SDKs', 'MCP without an SDK', 'mcp-by-hand'),
];

/** In place of a platform where none is meant: what holds on all of them is left. */
export const NO_PLATFORM = 'none';

/** They make files: how these are served, their server says. */
const GENERATORS: ReadonlySet<string> = new Set(['docusaurus', 'vitepress', 'hugo']);

/** What a platform does for a site: it makes files, serves what is behind it, answers itself, or is in what answers. */
export function roleOf({ id, group }: Platform): 'generates' | 'serves' | 'answers' | 'speaks' {
  if (GENERATORS.has(id)) return 'generates';
  if (group === 'MCP SDKs') return 'speaks';
  return group === 'Web servers' || group === 'Hosting' ? 'serves' : 'answers';
}

/** The platform that somebody means, by its id or its name in any case; nothing for one that is not known. */
export function platformAsked(word: string | undefined): Platform | undefined {
  const wanted = word?.trim().toLowerCase();
  return PLATFORMS.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
}

/** The platform with this name, if a heading names one. */
export function platformNamed(name: string): Platform | undefined {
  return PLATFORMS.find((one) => one.name === name);
}
