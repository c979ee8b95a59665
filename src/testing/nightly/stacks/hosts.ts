/** Hosts whose own server runs here: Next.js for Vercel, the Workers runtime for Cloudflare. And MCP servers on Express. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, file, type Program, run, type Stack, serve } from '../process.ts';
import { copied, filesOf, type PageFiles, project, replaced, type StackCase, write } from './journey.ts';

const QUIET = { CI: '1', NEXT_TELEMETRY_DISABLED: '1', WRANGLER_SEND_METRICS: 'false' };

const started = (port: number, program: Program): Promise<Stack> =>
  serve(`http://127.0.0.1:${port}`, { ...program, env: { ...QUIET, ...program.env } });

const WRANGLER = {
  '  "main": "src/worker.js",\n': '',
  '"binding": "ASSETS", "run_worker_first": true, ': '',
};

async function worker(port: number, files: PageFiles, after: boolean): Promise<Stack> {
  const folder = await project('worker', {
    'wrangler.json': replaced(files, 'wrangler.json', after ? {} : WRANGLER),
    'src/worker.js': replaced(files, 'src/worker.js', {}),
  });
  await copied('site', join(folder, 'dist'));
  if (after) await copied('owner', join(folder, 'dist'));
  await write(folder, 'dist/404.html', '<!doctype html><title>Lost</title><h1>Lost</h1>\n');
  const args = ['dev', '--ip', '127.0.0.1', '--port', String(port)];
  return started(port, { command: bin('wrangler'), args, cwd: folder });
}

const page = (title: string, text: string) =>
  `export const metadata = { description: '${text}' };
export default () => <main><h1>${title}</h1><p>${`${text} `.repeat(3)}</p></main>;
`;
const NEXT_SITE: PageFiles = {
  'package.json': '{ "type": "module" }',
  'next.config.js': `export default { turbopack: { root: '${file('.')}' }, generateBuildId: () => 'same' };\n`,
  'public/style.css': 'body { margin: auto }\n',
  'app/page.jsx': page(
    'Harbour tides',
    'High and low water for the harbours of the southern North Sea, day by day.',
  ),
  'app/guide/page.jsx': page('How to read a tide table', 'Each row is a day.'),
  'app/layout.jsx': `export const metadata = { title: 'Tides', alternates: { types: { 'text/markdown': '/index.md' } } };
export default ({ children }) => (
  <html lang="en"><body>
    {children}
    <noscript><p>For programs: <a href="/llms.txt">llms.txt</a></p></noscript>
  </body></html>
);
`,
};

async function next(port: number, files: PageFiles, after: boolean): Promise<Stack> {
  const folder = await project('next-site', { ...NEXT_SITE, ...(after ? files : {}) });
  if (after) {
    await copied('owner', join(folder, 'content'));
    for (const name of ['robots.txt', 'llms.txt'])
      await rename(join(folder, 'content', name), join(folder, 'public', name));
  }
  await run({ command: bin('next'), args: ['build'], cwd: folder, env: QUIET });
  const args = ['start', '-H', '127.0.0.1', '-p', String(port)];
  return started(port, { command: bin('next'), args, cwd: folder });
}

const LLMS = `# Tides

> High water at a harbour, for programs.

## When to use

To learn when it is high water. Not for weather forecasts.

- [The MCP server](/mcp/server-card): one tool
`;
const MCP_SITE: PageFiles = {
  'package.json': '{ "type": "module" }',
  'public/llms.txt': LLMS,
  'public/404.md': '# Not found\n\n[List](/llms.txt)\n',
  'server.js': `import express from 'express';
import { mcp } from './mcp.mjs';

const app = express();
app.use(mcp);
app.use(express.json());
app.use(express.static('public'));
app.use((request, response) => response.status(404).sendFile('404.md', { root: 'public' }));
app.listen(process.env.PORT, '127.0.0.1');
`,
};
/** A server on version 1 of the SDK, from its documentation for HTTP without sessions. */
const SDK_1 = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express from 'express';
import { z } from 'zod';

export const mcp = express.Router();
mcp.post('/mcp', express.json(), async (request, response) => {
  const server = new McpServer({ name: 'example', version: '1.0.0' });
  server.registerTool('tide', { description: 'Tide', inputSchema: { harbour: z.string() } }, async ({ harbour }) => ({
    content: [{ type: 'text', text: harbour }],
  }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on('close', () => transport.close());
  await server.connect(transport);
  await transport.handleRequest(request, response, request.body);
});
`;

async function mcp(port: number, module: string): Promise<Stack> {
  const folder = await project('mcp-server', { ...MCP_SITE, 'mcp.mjs': module });
  await copied('owner', join(folder, 'public'));
  await write(folder, 'public/llms.txt', LLMS);
  const env = { PORT: String(port), PUBLIC_ORIGIN: `http://127.0.0.1:${port}` };
  return started(port, { command: process.execPath, args: ['server.js'], cwd: folder, env });
}

export const HOSTS: readonly StackCase[] = [
  {
    name: 'Cloudflare Workers',
    page: 'cloudflare',
    before: async (port) => worker(port, await filesOf('cloudflare'), false),
    after: (port, files) => worker(port, files, true),
    pages: { '/': '/index.md', '/guide': '/guide.md', '/docs/': '/docs/index.md' },
    assets: ['/style.css'],
    score: 100,
  },
  {
    name: 'Next.js',
    page: 'vercel',
    before: async (port) => next(port, await filesOf('vercel'), false),
    after: (port, files) => next(port, files, true),
    pages: { '/': '/index.md', '/guide': '/guide.md' },
    assets: ['/style.css'],
    score: 97,
    outOfReach: ['markdown-vary'],
    ownVary: true,
  },
];

export const MCP_SDKS: StackCase = {
  name: 'MCP SDKs',
  page: 'mcp-sdks',
  before: (port) => mcp(port, SDK_1),
  after: (port, files) => mcp(port, replaced(files, 'mcp.mjs', {})),
  pages: {},
  assets: [],
  score: 100,
};
