/**
 * The built site over HTTP as Netlify serves it, in one process: its files, under the header and redirect rules of
 * netlify.toml, and the function where there is no file.
 */
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { getRequestListener } from '@hono/node-server';
import { config } from '../../../functions/service.ts';
import { patternOf, siteRules } from './site-rules.ts';
import { pathOf, staticSite } from './static.ts';

const RULES = new URL('../../../netlify.toml', import.meta.url);
const DYNAMIC = [config.path ?? []].flat().map(patternOf);
/** Says nothing over HTTP, where it must not be sent (RFC 6797, section 7.2). */
const ONLY_OVER_TLS = 'strict-transport-security';

export interface SiteListenerOptions {
  /** The folder of the files. */
  readonly folder: string;
  /** Answers what no file is there for; `ip` is that of the connection, whatever header fields say. */
  readonly answer: (request: Request, ip: string | undefined) => Promise<Response>;
}

/** Answers as Netlify does, but for the platform's own limits. */
export async function siteListener({ folder, answer }: SiteListenerOptions): Promise<RequestListener> {
  const rules = siteRules(await readFile(RULES, 'utf8'));
  const files = staticSite({ folder });
  const dynamic = getRequestListener(
    (request, { incoming }) => answer(request, incoming.socket.remoteAddress),
    {
      overrideGlobalObjects: false,
    },
  );
  return (request, response) => {
    const path = (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/';
    const redirect = rules.redirectAt(path);
    if (redirect !== undefined) {
      response.writeHead(redirect.status, { location: redirect.to }).end();
      return;
    }
    // As on Netlify, the rules are for files, and the function is for what no file is there for.
    if (DYNAMIC.some((pattern) => pattern.test(path)) && !isFile(folder, path)) {
      void dynamic(request, response);
      return;
    }
    for (const [name, value] of rules.headersAt(path)) {
      if (name !== ONLY_OVER_TLS || isEncrypted(request)) response.setHeader(name, value);
    }
    files(request, response);
  };
}

function isEncrypted({ socket }: IncomingMessage): boolean {
  return socket instanceof TLSSocket;
}

function isFile(folder: string, asked: string): boolean {
  const path = pathOf(asked);
  if (path === undefined) return false;
  const file = join(folder, path);
  return [file, `${file}.html`].some((one) => statSync(one, { throwIfNoEntry: false })?.isFile() === true);
}
