/** Small sites whose surfaces are chosen by name, or by a seed. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteType } from '../../audit/check-texts/vocabulary.ts';
import { type Route, serveSite, type TestSite } from '../serve.ts';
import { type Draft, SURFACES } from './surfaces.ts';

export type Choice = Readonly<Record<string, string>>;

/** Returns the choice for a seed. About half of the surfaces are in their first, commonest state. */
export function choiceOf(seed: number): Choice {
  const random = mulberry32(seed);
  return Object.fromEntries(
    Object.entries(SURFACES).map(([name, states]) => {
      const names = Object.keys(states);
      const isCommon = random() < 0.4;
      return [name, names[isCommon ? 0 : Math.floor(random() * names.length)] ?? ''];
    }),
  );
}

/** Serves the site of a choice; surfaces without a choice are in their first state. */
export async function serveChoice(choice: Choice): Promise<TestSite & { readonly siteType: SiteType }> {
  const draft: Draft = {
    routes: {},
    head: '',
    heading: '<h1>Harbour office</h1>',
    prose: `<p>${'The harbour office tells when ships arrive and leave. '.repeat(6)}</p>`,
    noscript: '',
    links: [],
    form: () => undefined,
    vary: undefined,
    frontMatter: '',
    siteType: null,
  };
  for (const [surface, states] of Object.entries(SURFACES)) {
    const name = choice[surface] ?? Object.keys(states)[0] ?? '';
    const state = states[name];
    if (state === undefined) throw new Error(`${surface} has no state ${name}`);
    state(draft);
  }
  const { routes } = draft;
  const tides: Route = {
    type: 'text/html',
    body: '<!doctype html><title>Tides</title><h1>Tides</h1><p>High.',
  };
  const site = await serveSite({
    '/': home(draft),
    '/tides': tides,
    ...routes,
    '*': (request, response) => {
      const isApi = request.url?.startsWith('/api/') === true;
      give(((isApi && routes['/api/*']) || routes['*']) ?? GONE, request, response);
    },
  });
  return { ...site, siteType: draft.siteType };
}

const GONE: Route = { status: 404, type: 'text/plain', body: 'Not found' };

function home(draft: Draft): Route {
  return (request, response) => {
    const { head, heading, prose, noscript, links, vary, frontMatter } = draft;
    const form = draft.form(request);
    const title = 'The harbour office of the old town by the sea';
    const html = `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${heading}${prose}${noscript}</body></html>`;
    if (vary !== undefined) response.setHeader('vary', vary);
    if (links.length > 0) response.setHeader('link', links);
    response.setHeader('content-type', form?.replace('html as ', '') ?? 'text/html; charset=utf-8');
    response.end(form === undefined || form.startsWith('html') ? html : `${frontMatter}# Harbour office\n`);
  };
}

function give(route: Route, request: IncomingMessage, response: ServerResponse): void {
  if (typeof route === 'function') {
    route(request, response);
    return;
  }
  const { status = 200, type = 'text/plain', headers = {}, body } = route;
  response.writeHead(status, { 'content-type': type, ...headers }).end(body);
}

/** Returns a generator of numbers from 0 to 1 that is deterministic for a seed. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
