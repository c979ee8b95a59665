/** Servers that a client in a hurry does not see as they are: limiters, queues, and answers that take seconds. */
import { file, freePort, type Program, type Stack, serve, together } from '../process.ts';
import { configured, nginx, nginxProxy, SITE } from './static.ts';

const slowProgram = (port: number, seconds: number): Program => ({
  command: '/usr/bin/python3',
  args: [file('apps/slow.py'), String(port), SITE, String(seconds)],
});

/** A site on which each answer takes so many seconds. */
async function slow(seconds: number): Promise<Stack> {
  const port = await freePort();
  return serve(`http://127.0.0.1:${port}`, slowProgram(port, seconds));
}

/** Two seconds an answer, however many are asked for at a time. */
export const twoSeconds = (): Promise<Stack> => slow(2);

/** nginx with limit_req: five requests a second, five more wait, the rest gets 503. */
export const limitedRequests = (): Promise<Stack> =>
  nginx({
    http: 'limit_req_zone $binary_remote_addr zone=requests:1m rate=5r/s;',
    server: `root ${SITE}; limit_req zone=requests burst=5; location / { try_files $uri $uri/ =404; }`,
  });

/** nginx with limit_conn: one request of a client at a time, 503 for each further one. */
export const limitedConnections = (): Promise<Stack> =>
  together(async (own) => {
    const { url } = own(await slow(0.1));
    const http = 'limit_conn_zone $binary_remote_addr zone=clients:1m;';
    return own(await nginx({ http, server: `limit_conn clients 1; ${nginxProxy(url)}` })).url;
  });

/** HAProxy before a site, with these rules in its front. */
function haproxy(front: string, options: { seconds: number; server?: string }): Promise<Stack> {
  return together(async (own) => {
    const { url } = own(await slow(options.seconds));
    const stack = await configured(
      (port) => `
global
  log /dev/null local0
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
  timeout queue 500ms
  server origin ${new URL(url).host} ${options.server ?? ''}
`,
      (config) => ({ command: '/usr/sbin/haproxy', args: ['-db', '-f', config] }),
    );
    return own(stack).url;
  });
}

/** HAProxy with a stick table: 429, without a Retry-After, for more than ten requests in a second. */
export const tooManyRequests = (): Promise<Stack> =>
  haproxy(
    `stick-table type ip size 1k expire 10s store http_req_rate(1s)
  http-request track-sc0 src
  http-request deny deny_status 429 if { sc_http_req_rate(0) gt 10 }`,
    { seconds: 0 },
  );

/** HAProxy that closes a client's third connection without a word. */
export const twoConnections = (): Promise<Stack> =>
  haproxy(
    `stick-table type ip size 1k expire 10s store conn_cur
  tcp-request connection track-sc0 src
  tcp-request connection reject if { sc_conn_cur(0) gt 2 }`,
    { seconds: 0.05 },
  );

/** HAProxy before an application that takes one request at a time: who waits half a second gets 503. */
export const queued = (): Promise<Stack> => haproxy('', { seconds: 0.2, server: 'maxconn 1' });
