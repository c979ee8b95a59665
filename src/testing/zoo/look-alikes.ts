/** Good sites whose own responses look like refusals. */
import type { DemoSite, VerdictTable } from '../../app/demo/site.ts';
import { spa } from '../../app/demo/spa.ts';
import { GOOD_ANSWERS, PROSE } from './good-answers.ts';
import type { WallAnswer } from './wall-answers-type.ts';
import { answerWith, but, pathOf, type ZooSite } from './walled.ts';

const HOME = `<!doctype html><html lang="en"><head><title>Harbours</title><meta name="description" content="Tide tables for the harbours of the north coast."></head><body><header>Harbours</header><main><h1>Harbours</h1>${PROSE}</main></body></html>`;
/** Like the single-page app, but the page has text and no scripts, and unknown paths are 404. */
const ONE_PAGE: VerdictTable = but(spa.verdicts, {
  'content-without-js': 'pass',
  'semantic-html': 'pass',
  webmcp: 'n_a (optional-absent)',
  'agent-friendly-404': 'pass',
  'agent-friendly-404-md': 'absent',
});
/** Missing paths are 403: that is not a page for agents, and there is no 404 that could be Markdown. */
const FORBIDDEN_MISSING: VerdictTable = but(ONE_PAGE, {
  'agent-friendly-404': 'absent',
  'agent-friendly-404-md': 'n_a (antecedent-unmet)',
});

const good = (name: string): WallAnswer => {
  const answer = GOOD_ANSWERS[name];
  if (answer === undefined) throw new Error(`no good answer is named ${name}`);
  return answer;
};

/** A site of one page with the same response for everything else. */
function onePage(name: string, rest: (request: Request) => WallAnswer, table: VerdictTable): ZooSite {
  const home: WallAnswer = { status: 200, body: HOME };
  const site: DemoSite = {
    name,
    title: 'Harbours',
    about: name,
    verdicts: table,
    create: () => (request) =>
      answerWith(pathOf(request) === '/' && request.method === 'GET' ? home : rest(request)),
  };
  return { ...site, truth: { verdicts: table } };
}

const NOT_FOUND: WallAnswer = {
  status: 404,
  body: '<html><head><title>404 Not Found</title></head><body><center><h1>404 Not Found</h1></center></body></html>',
};

const OWN_ANSWERS: readonly ZooSite[] = [
  onePage('a bucket without listing', () => good('a missing file of S3'), FORBIDDEN_MISSING),
  onePage(
    'nginx that keeps dot-files to itself',
    (request) => (/\/\./.test(pathOf(request)) ? good('nginx’s 403') : NOT_FOUND),
    ONE_PAGE,
  ),
  onePage(
    'a folder behind Basic',
    (request) =>
      pathOf(request).startsWith('/api')
        ? { status: 401, headers: { 'www-authenticate': 'Basic realm="api"' }, body: 'Log in' }
        : NOT_FOUND,
    ONE_PAGE,
  ),
  onePage(
    'a CMS that says “Access denied” for some of its pages',
    (request) => (/^\/(?:mcp|api)/.test(pathOf(request)) ? good('Drupal’s 403') : NOT_FOUND),
    ONE_PAGE,
  ),
];

export const LOOK_ALIKES: readonly ZooSite[] = OWN_ANSWERS;
