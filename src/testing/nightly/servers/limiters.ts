/** Servers that take few requests or few connections at a time, each before `site/`. */
import { freePort, type Stack, serve, together } from '../process.ts';
import { apacheOf, configured, nginx, SITE } from './static.ts';

const FILES = `root ${SITE}; location / { try_files $uri $uri/ =404; }`;

/** nginx with limit_req: so many requests a second, with `burst` so many more that wait, and 503 for the rest. */
export function limitedRequests(rate: number, burst = ''): Promise<Stack> {
  const http = `limit_req_zone $binary_remote_addr zone=requests:1m rate=${rate}r/s;`;
  return nginx({ http, server: `limit_req zone=requests ${burst}; ${FILES}` });
}

/** HAProxy before nginx, with these rules in its front. */
function haproxy(front: string): Promise<Stack> {
  return together(async (own) => {
    const { url } = own(await nginx({ server: FILES }));
    const stack = await configured(
      (port) => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend site
  bind 127.0.0.1:${port}
  ${front}
  default_backend origin
backend origin
  server origin ${new URL(url).host}
`,
      (config) => ({ command: '/usr/sbin/haproxy', args: ['-db', '-f', config] }),
    );
    return own(stack).url;
  });
}

/** HAProxy that accepts a connection when the last one has ended. */
export const oneConnection = (): Promise<Stack> => haproxy('maxconn 1');

/** HAProxy that closes the second connection of a client without a word. */
export const secondClosed = (): Promise<Stack> =>
  haproxy(`stick-table type ip size 1k expire 10s store conn_cur
  tcp-request connection track-sc0 src
  tcp-request connection reject if { sc_conn_cur(0) gt 1 }`);

/** Apache with one worker and connections that it keeps. */
export const oneWorker = (): Promise<Stack> => apacheOf('mpm_prefork', SITE);

/** Python's server without threads, with connections that it keeps. */
export async function pythonServer(): Promise<Stack> {
  const port = await freePort();
  const program = `
from http.server import HTTPServer, SimpleHTTPRequestHandler
SimpleHTTPRequestHandler.protocol_version = 'HTTP/1.1'
HTTPServer(('127.0.0.1', ${port}), SimpleHTTPRequestHandler).serve_forever()`;
  return serve(`http://127.0.0.1:${port}`, { command: '/usr/bin/python3', args: ['-c', program], cwd: SITE });
}
