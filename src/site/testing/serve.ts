/** The built site on loopback as Netlify serves it: the static files, under the header and redirect rules of netlify.toml. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { parse } from 'smol-toml';
import * as z from 'zod';
import { listen, type TestServer } from '../../testing/servers.ts';
import { patternOf, typedByRule } from '../header-rules.ts';
import { staticSite } from '../static.ts';

const RULES = resolve(import.meta.dirname, '../../../netlify.toml');

const rulesSchema = z.object({
  headers: z.array(z.object({ for: z.string(), values: z.record(z.string(), z.string()) })),
  redirects: z.array(z.object({ from: z.string(), to: z.string(), status: z.int() })),
});

/** Serves `folder` on a free port; `await using` stops it. */
export async function serveBuilt(folder: string): Promise<TestServer> {
  const toml = await readFile(RULES, 'utf8');
  const { headers, redirects } = rulesSchema.parse(parse(toml));
  const files = staticSite({ folder, untyped: typedByRule(toml) });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    for (const rule of headers.filter((rule) => patternOf(rule.for).test(pathname))) {
      for (const [name, value] of Object.entries(rule.values)) response.setHeader(name, value);
    }
    const rule = redirects.find(({ from }) => patternOf(from).test(pathname));
    if (rule !== undefined && rule.status < 400) {
      response.writeHead(rule.status, { location: rule.to }).end();
    } else if (rule !== undefined && !existsSync(join(folder, pathname))) {
      readFile(join(folder, rule.to)).then(
        (body) => response.writeHead(rule.status).end(body),
        (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
      );
    } else {
      files(request, response);
    }
  });
  // A test that validates pages keeps this process busy for longer than the usual five seconds; a connection must not be
  // closed just when the test uses it again.
  server.keepAliveTimeout = 60_000;
  return listen(server, 'http');
}
