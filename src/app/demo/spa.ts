/** Gridnote, a demo site that is a single-page app. Its server returns the same page for every path. */
import { htmlPage } from './html.ts';
import type { DemoSite } from './site.ts';
import { verdictsOf } from './verdicts.ts';

const SHELL = htmlPage({
  title: 'Gridnote',
  description: 'Notes on a grid, shared with the people you draw plans with.',
  head: '<script type="module" src="/assets/app.js"></script>',
  body: '<noscript>You need to enable JavaScript to run this app.</noscript>\n<div id="app"></div>',
});
const SCRIPT = 'document.querySelector("#app").textContent = "Gridnote";\n';

function create() {
  return ({ method, url }: Request) => {
    if (method !== 'GET')
      return new Response('Method not allowed', { status: 405, headers: { Allow: 'GET' } });
    return new URL(url).pathname === '/assets/app.js'
      ? new Response(SCRIPT, { headers: { 'Content-Type': 'text/javascript' } })
      : new Response(SHELL, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  };
}

export const spa: DemoSite = {
  name: 'spa',
  title: 'Gridnote',
  about: 'A single-page app that answers every path with 200 and the same page.',
  create,
  verdicts: verdictsOf('spa'),
};
