/**
 * The rest of the site that a snippet is a part of. It stands before the snippet's server and answers what that does not know,
 * at the few addresses which a check looks at before it looks at its own.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { listen, type TestServer } from '../../servers.ts';

/** Where the rest comes from: a file of the example site, or the site that passes all checks. */
type Source = 'site' | 'upstream';

const API: Readonly<Record<string, Source>> = { '/openapi.json': 'site' };
/** What snippets name for agents to go on to. */
const NAMED: Readonly<Record<string, Source>> = { ...API, '/llms.txt': 'site', '/sitemap.xml': 'site' };
const MCP: Readonly<Record<string, Source>> = { '/mcp': 'upstream' };

/** By check; the home page is everybody's. */
const REST: Readonly<Record<string, Readonly<Record<string, Source>>>> = {
  'link-headers': NAMED,
  'root-link-rel': NAMED,
  'noscript-fallback': NAMED,
  'agent-friendly-404-md': NAMED,
  'json-errors': API,
  'rate-limit-headers': API,
  'json-schemas': API,
  'mcp-usage-doc': MCP,
  'mcp-card-legacy-aliases': { ...MCP, '/.well-known/mcp/server-card.json': 'site' },
  'well-known-mcp-card': MCP,
  'oauth-protected-resource': MCP,
  'llms-full-txt': { '/llms.txt': 'site' },
  'llms-txt-scoped': { '/llms.txt': 'site' },
  'llms-full-txt-scoped': { '/llms-full.txt': 'site', '/llms.txt': 'site' },
  'auth-md': { '/.well-known/oauth-authorization-server': 'site' },
};

interface Behind {
  /** The snippet's server. */
  readonly app: string;
  readonly upstream: string;
  /** The folder of the project. */
  readonly folder: string;
}

export interface Front extends TestServer {
  /** Says what is behind it, which takes its address to make. */
  readonly before: (behind: Behind) => void;
}

/** Serves the site on a free port. */
export async function front(check: string): Promise<Front> {
  let behind: Behind | undefined;
  const rest: Readonly<Record<string, Source>> = { '/': 'site', ...REST[check] };
  const server = createServer((incoming, outgoing) => {
    if (behind === undefined) throw new Error('Nothing is behind the front yet');
    const { app, upstream, folder } = behind;
    const path = incoming.url?.split('?')[0] ?? '/';
    const source = Object.hasOwn(rest, path) ? rest[path] : undefined;
    const body: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => body.push(chunk));
    incoming.on('end', () => {
      const sent = Buffer.concat(body);
      forward(app, incoming, sent, outgoing, async (answer) => {
        if (answer.statusCode !== 404 || source === undefined) return false;
        answer.resume();
        if (source === 'site')
          await serveFile(join(folder, 'site', path === '/' ? 'index.html' : path), outgoing);
        else forward(upstream, incoming, sent, outgoing, async () => false);
        return true;
      });
    });
  });
  const before = (given: Behind) => {
    behind = given;
  };
  return { ...(await listen(server, 'http')), before };
}

/** Passes a request on, and its answer back, unless `instead` takes the answer for itself. */
function forward(
  origin: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  instead: (answer: IncomingMessage) => Promise<boolean>,
): void {
  const asked = request(`${origin}${url}`, { method, headers }, async (answer) => {
    if (await instead(answer)) return;
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  asked.on('error', () => outgoing.destroy());
  asked.end(body);
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

async function serveFile(path: string, outgoing: ServerResponse): Promise<void> {
  const type = TYPES[extname(path)] ?? 'application/json';
  outgoing.writeHead(200, { 'content-type': type }).end(await readFile(path));
}
