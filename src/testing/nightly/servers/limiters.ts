/** Servers with limits on requests or connections, each in front of `site/`. */
import { freePort, type Stack, serve, together } from '../process.ts';
import { apacheOf, configured, nginx, SITE } from './static.ts';

const FILES = `root ${SITE}; location / { try_files $uri $uri/ =404; }`;

/** nginx with limit_req: `rate` requests a second, `burst` more that wait, and 503 for the rest. */
export function limitedRequests(rate: number, burst = ''): Promise<Stack> {
  const http = `limit_req_zone $binary_remote_addr zone=requests:1m rate=${rate}r/s;`;
  return nginx({ http, server: `limit_req zone=requests ${burst}; ${FILES}` });
}

/** HAProxy in front of nginx, with these frontend rules. */
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

/** HAProxy that accepts a connection after the last one has ended. */
export const oneConnection = (): Promise<Stack> => haproxy('maxconn 1');

/** HAProxy that silently closes a client's second connection. */
export const secondClosed = (): Promise<Stack> =>
  haproxy(`stick-table type ip size 1k expire 10s store conn_cur
  tcp-request connection track-sc0 src
  tcp-request connection reject if { sc_conn_cur(0) gt 1 }`);

/** Apache with one worker and keep-alive connections. */
export const oneWorker = (): Promise<Stack> => apacheOf('mpm_prefork', SITE);

/** Python's server without threads, with keep-alive connections. */
export async function pythonServer(): Promise<Stack> {
  const port = await freePort();
  const program = `
from http.server import HTTPServer, SimpleHTTPRequestHandler
SimpleHTTPRequestHandler.protocol_version = 'HTTP/1.1'
HTTPServer(('127.0.0.1', ${port}), SimpleHTTPRequestHandler).serve_forever()`;
  return serve(`http://127.0.0.1:${port}`, { command: '/usr/bin/python3', args: ['-c', program], cwd: SITE });
}
