/**
 * The built site on loopback as Netlify serves it: the static files, under the header and redirect rules of netlify.toml,
 * and the function where there is no file.
 */
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { parse } from 'smol-toml';
import * as z from 'zod';
import { config } from '../../../functions/service.ts';
import { openService, type ServiceOptions } from '../../service/service.ts';
import { memoryStore } from '../../service/store.ts';
import { listen, type TestServer } from '../../testing/servers.ts';
import { patternOf, typedByRule } from '../header-rules.ts';
import { staticSite } from '../static.ts';

const RULES = resolve(import.meta.dirname, '../../../netlify.toml');

const rulesSchema = z.object({
  headers: z.array(z.object({ for: z.string(), values: z.record(z.string(), z.string()) })),
  redirects: z.array(z.object({ from: z.string(), to: z.string(), status: z.int() })),
});

/** What tests set differently; by default any network may be audited, and nothing is logged. */
export type ServeOptions = Partial<Omit<ServiceOptions, 'site'>>;

/** Serves `folder` on a free port; `await using` stops it. */
export async function serveBuilt(folder: string, options: ServeOptions = {}): Promise<TestServer> {
  const server = createServer(await builtSiteListener(folder, options));
  // A test that validates pages keeps this process busy for longer than the usual five seconds; a connection must not be
  // closed just when the test uses it again.
  server.keepAliveTimeout = 60_000;
  return listen(server, 'http');
}

/** Answers as Netlify does. */
export async function builtSiteListener(
  folder: string,
  options: ServeOptions = {},
): Promise<RequestListener> {
  const toml = await readFile(RULES, 'utf8');
  const { headers, redirects: rules } = rulesSchema.parse(parse(toml));
  const redirects = rules.filter(({ status }) => status === 301);
  const files = staticSite({ folder, untyped: typedByRule(toml) });
  const service = await openService({
    site: folder,
    store: memoryStore(),
    settings: { service: true, liveAudits: true, network: 'any', resolver: 'http://127.0.0.1:9/' },
    log: () => undefined,
    later: () => undefined,
    ...options,
  });
  const dynamic = getRequestListener(
    (request, { incoming }) => service(request, incoming.socket.remoteAddress),
    {
      overrideGlobalObjects: false,
    },
  );
  const paths = [config.path ?? []].flat().map(patternOf);
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const rule = redirects.find(({ from }) => patternOf(from).test(pathname));
    if (rule !== undefined) {
      response.writeHead(rule.status, { location: rule.to }).end();
      return;
    }
    // As on Netlify, the rules are for files, and the function is for what no file is there for.
    if (paths.some((path) => path.test(pathname)) && !isFile(folder, pathname)) {
      void dynamic(request, response);
      return;
    }
    for (const { values } of headers.filter((rule) => patternOf(rule.for).test(pathname))) {
      for (const [name, value] of Object.entries(values)) response.setHeader(name, value);
    }
    files(request, response);
  };
}

function isFile(folder: string, path: string): boolean {
  const file = join(folder, path);
  return [file, `${file}.html`].some((one) => statSync(one, { throwIfNoEntry: false })?.isFile() === true);
}
