/** Redirects in circles, to many sites, or to forbidden addresses. */
import { createServer, type RequestListener } from 'node:http';
import { listen } from '../servers.ts';
import { beneathHome, send404, sendHome, site } from './serve.ts';
import { ANYTHING, type AttackSite, type Expected, NOTHING_SEEN, ONLY_HOME } from './site.ts';

function redirects(name: string, expects: Expected, listener: RequestListener): AttackSite {
  return { name, family: 'redirects', expects, listen: site(listener) };
}

/** Private addresses that a site on loopback must not redirect to, in some of the spellings that URLs allow. */
const PRIVATE = [
  'http://169.254.169.254/latest/meta-data/',
  'http://0251.0376.0251.0376/',
  'http://169%E3%80%82254%E3%80%82169%E3%80%82254/',
  'http://[::ffff:a9fe:a9fe]/',
  'https://10.0.0.1:6443/',
] as const;

/** The maximum number of requests to other sites in one audit (.github/DECISIONS.md, "One audit"). */
const MOST_ELSEWHERE = 10;

let turn = 0;
const nowhere = beneathHome((_, response) => {
  turn += 1;
  response.writeHead(302, { location: PRIVATE[turn % PRIVATE.length] }).end();
});

export const REDIRECTS: readonly AttackSite[] = [
  redirects(
    'redirects to a new address for ever beneath its home page',
    ANYTHING,
    beneathHome(({ url = '/' }, response) => {
      const nth = Number(/\d+$/.exec(url)?.[0] ?? 0);
      response.writeHead(307, { location: `/deeper/${nth + 1}` }).end();
    }),
  ),
  redirects('redirects to private addresses', ONLY_HOME, nowhere),
  redirects(
    'redirects to URLs of 60 kB beneath its home page',
    ANYTHING,
    beneathHome(({ url }, response) => {
      response.writeHead(302, { location: `${url}?${'long='.repeat(12_000)}` }).end();
    }),
  ),
  redirects(
    'redirects to itself beneath its home page',
    { ends: ['scored'], broken: 'any' },
    beneathHome(({ url }, response) => {
      response.writeHead(307, { location: url }).end();
    }),
  ),
  {
    name: 'leads its home page to a host that never answers',
    family: 'redirects',
    expects: NOTHING_SEEN,
    async listen(host) {
      const silent = await listen(createServer(), 'http', siblingOf(host));
      const own = await site((_, response) => {
        response.writeHead(302, { location: `${silent.url}/` }).end();
      })(host);
      return { ...own, open: () => own.open() + silent.open(), [Symbol.asyncDispose]: both(own, silent) };
    },
  },
  {
    name: 'leads every request to another host and back',
    family: 'redirects',
    expects: ANYTHING,
    async listen(host) {
      let asked = 0;
      const misdeeds: string[] = [];
      const own = await site(
        beneathHome(({ url }, response) => {
          response.writeHead(307, { location: `${other.url}${url}` }).end();
        }),
      )(host);
      const other = await site((request, response) => {
        asked += 1;
        if (request.method !== 'GET') misdeeds.push(`a ${request.method} came to another site`);
        if (request.url === '/') sendHome(response);
        else send404(response);
      })(siblingOf(host));
      return {
        ...own,
        open: () => own.open() + other.open(),
        misdeeds: () =>
          asked > MOST_ELSEWHERE ? [...misdeeds, `${asked} requests came to another site`] : misdeeds,
        [Symbol.asyncDispose]: both(own, other),
      };
    },
  },
];

function siblingOf(host: string): string {
  return host.replace(/^127\.0\.0\./, '127.0.1.');
}

function both(...servers: readonly AsyncDisposable[]) {
  return async () => void (await Promise.all(servers.map((server) => server[Symbol.asyncDispose]())));
}
