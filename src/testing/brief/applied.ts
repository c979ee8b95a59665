/** A site that follows its brief: the visible behavior that the brief describes, and nothing else. */

import { setTimeout } from 'node:timers/promises';
import type { Handler } from '../../app/demo/site.ts';
import { CLI_USER_AGENT } from '../../audit/probes/user-agents.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { parseJsonObject } from '../../base/json.ts';
import type { Brief } from '../../fix/brief.ts';
import { fixedMcp, withLines } from './applied-mcp.ts';
import { describedDocuments } from './documents.ts';
import {
  filledIn,
  fixedLlmsTxt,
  fixedRobots,
  inBody,
  inHead,
  markdownOf,
  withHeading,
  without,
  withText,
} from './edits.ts';

/** The wait for a rate limiter of the site, in milliseconds. */
const LIMITER_MS = 300;
const CARD = '/.well-known/mcp/server-card.json';
const ALIASES = ['/.well-known/mcp', '/.well-known/mcp.json', '/mcp.json'];
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const MARKDOWN = 'text/markdown; charset=utf-8';
const LIMITS = { 'ratelimit-limit': '60', 'ratelimit-remaining': '59', 'ratelimit-reset': '60' };

/** Returns the changes to the site. `envelope` is the scorecard that the brief was made from. */
export function applied(brief: Brief, envelope: Envelope): (behind: Handler) => Handler {
  const { address } = brief;
  const scope = new Map(
    brief.parts.flatMap(({ fails, begins }) => [
      ...begins.map((id) => [id, 'new'] as const),
      ...fails.map(({ id, status }) => [id, status] as const),
    ]),
  );
  const has = (...ids: string[]) => ids.some((id) => scope.has(id));
  const blocks = brief.parts.flatMap(({ wire }) => wire);
  const block = (place: string) => {
    const found = blocks.find((one) => one.place === place);
    return found && { ...found, text: filledIn(found.text) };
  };
  const said = brief.parts.map(({ text }) => text).join('\n');
  const statusOf = (id: string) => envelope.scorecard.results.find((one) => one.id === id)?.status;
  const isPromised = said.includes('does not speak MCP');
  const hasNoCard = isPromised || said.includes('remove the card, unless');
  const endpoint = isPromised ? null : envelope.scorecard.mcp_endpoint;
  const mcp = endpoint === null ? undefined : new URL(endpoint).pathname;
  const vary = said.includes('Vary: Accept, User-Agent') ? 'Accept, User-Agent' : 'Accept';

  return (behind) => {
    /** Requests a path as a browser does, and retries it if it was rate-limited. */
    const get = async (
      path: string,
      headers: Readonly<Record<string, string>> = {},
      tries = 10,
    ): Promise<Response> => {
      const answer = await behind(
        new Request(address + path, { headers: { accept: '*/*', ...BROWSER, ...headers } }),
      );
      if (answer.status !== 503 || tries === 0) return answer;
      await setTimeout(LIMITER_MS);
      return get(path, headers, tries - 1);
    };
    const textAt = async (path: string) => {
      const answer = await get(path);
      return answer.status === 200 ? answer.text() : undefined;
    };
    const described = Object.entries(
      describedDocuments(address, mcp ?? '/mcp', statusOf('openapi') !== 'n_a'),
    ).flatMap(([id, documents]) => (has(id) ? Object.entries(documents) : []));
    const mcpHandler =
      mcp !== undefined && brief.parts.some(({ id }) => id === 'mcp-server')
        ? fixedMcp(behind, endpoint ?? '', (id) => has(id), {
            isNew:
              has('mcp-initialize', 'mcp-capabilities') ||
              (has('mcp-server-discover') && statusOf('mcp-modern-tools-list') !== 'pass'),
            isModernOnly: statusOf('mcp-initialize') === 'n_a',
          })
        : behind;

    /** Returns a document of the brief, or the edited form of an existing one. */
    const document = async (path: string): Promise<Response | undefined> => {
      const found = described.find(([place]) => place === path);
      if (found !== undefined)
        return new Response(found[1].body, { headers: { 'content-type': found[1].type } });
      if (hasNoCard && [CARD, ...ALIASES].includes(path)) return gone();
      if (has('mcp-card-legacy-aliases') && ALIASES.includes(path) && (await get(path)).status < 400)
        return new Response(null, { status: 301, headers: { location: CARD } });
      if (has('json-schemas') && /schema/i.test(path))
        return new Response('{"type":"object"}', { headers: { 'content-type': 'application/schema+json' } });
      const own = block(path);
      const text = await bodyOf(path, own?.text);
      if (text === undefined) return undefined;
      const type = own?.type ?? 'text/plain; charset=utf-8';
      const limits = path.startsWith('/openapi') && isLimited() ? LIMITS : {};
      return new Response(text, { headers: { 'content-type': type, ...limits } });
    };
    const bodyOf = async (path: string, own: string | undefined): Promise<string | undefined> => {
      if (path === '/robots.txt' && has('robots', 'robots-ai-rules', 'content-signals'))
        return fixedRobots(own ?? '', await textAt(path), (id) => scope.get(id));
      if (path === '/llms.txt' && [...scope.keys()].some((id) => /^llms-txt(?!-scoped)/.test(id)))
        return fixedLlmsTxt(
          own ?? '',
          scope.get('llms-txt') === 'noncompliant' || !has('llms-txt') ? await textAt(path) : undefined,
          (id) => scope.get(id),
          async (link) => (await handler(new Request(new URL(link, address)))).status < 400,
        );
      if (path === '/openapi.json' && scope.get('openapi') === 'noncompliant') {
        const parsed = parseJsonObject((await textAt(path)) ?? '');
        const info = { title: 'Office', version: '1.0.0' };
        return JSON.stringify({ info, paths: {}, ...(parsed.ok ? parsed.value : {}) });
      }
      return own;
    };
    const baseOfApi = async (): Promise<string> => {
      const parsed = parseJsonObject(block('/openapi.json')?.text ?? (await textAt('/openapi.json')) ?? '');
      const { servers } = parsed.ok ? parsed.value : {};
      const [first] = Array.isArray(servers) ? (servers as { url: string }[]) : [];
      return /4xx at or below `(\/[^`]*)`/.exec(said)?.[1] ?? first?.url ?? '/';
    };
    const isLimited = () => !['absent', 'new', undefined].includes(scope.get('rate-limit-headers'));

    const markdown = async (path: string, type: string): Promise<Response | undefined> => {
      const page = await get(path, { accept: 'text/html' });
      if (page.status !== 200 || !isHtml(page) || (await isUnknown(path, page))) return undefined;
      const before = has('markdown-frontmatter') ? '---\ntitle: Office\n---\n\n' : '';
      const headers = new Headers(page.headers);
      headers.set('content-type', type);
      return dressed(new Response(before + markdownOf(await page.text()), { headers }), path);
    };
    /** Adds headers to a page and to its Markdown. */
    const dressed = (answer: Response, path: string): Response => {
      const headers = new Headers(answer.headers);
      if (has('markdown-vary')) headers.append('vary', vary);
      if (answer.status === 200)
        for (const line of block('pages')?.text.trim().split('\n') ?? [])
          headers.append('link', line.replace('Link: ', '').replace('/index.md', markdownPath(path)));
      return new Response(answer.body, { status: answer.status, headers });
    };
    const page = async (html: string, path: string): Promise<string> => {
      let changed = html;
      if (has('root-meta-description')) changed = without(changed, /<meta[^>]*name="?description[^>]*>/gi);
      if (has('schema-org-jsonld'))
        changed = inHead(
          without(changed, /<script[^>]*ld\+json[\s\S]*?<\/script>/gi),
          '<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebSite"}</script>',
        );
      if (has('webmcp'))
        changed = inHead(
          without(changed, /<script[^>]*webmcp\+json[\s\S]*?<\/script>/gi),
          '<script type="application/webmcp+json">{"tools":[]}</script>',
        );
      if (/is an `<h1>` with text/.test(said)) changed = withHeading(changed);
      if (/text that visitors read/.test(said)) changed = withText(changed);
      changed = inHead(changed, block('head')?.text.replace('/index.md', markdownPath(path)) ?? '');
      return inBody(changed, block('body')?.text ?? '');
    };
    const isUnknown = async (path: string, answer: Response): Promise<boolean> => {
      if (!has('agent-friendly-404') || path === '/') return false;
      const isDocument = /\.(md|txt|json|xml)$|^\/\.well-known\//.test(path);
      return (isDocument && isHtml(answer)) || isSame(path, answer, '/front-no-such-page');
    };
    /** Whether the site's response for a path is that for an unknown one. */
    const isSame = async (path: string, answer: Response, unknownPath: string): Promise<boolean> => {
      const unknown = await get(unknownPath);
      if (answer.status !== unknown.status) return false;
      if (answer.status >= 300) return answer.headers.get('location') === unknown.headers.get('location');
      const [a, b] = await Promise.all([answer.clone().text(), unknown.text()]);
      return a.replaceAll(path, '') === b.replaceAll(unknownPath, '');
    };

    const answerTo = async (request: Request): Promise<Response> => {
      const path = new URL(request.url).pathname;
      const accept = request.headers.get('accept') ?? '';
      const agent = request.headers.get('user-agent') ?? '';
      if (request.method !== 'GET' && request.method !== 'HEAD') return behind(request);
      const own = await document(path);
      if (own !== undefined) return own;
      const asked = has('agent-ua-reachable')
        ? new Request(request.url, { headers: { ...Object.fromEntries(request.headers), ...BROWSER } })
        : request;
      let answer = await behind(asked);
      if (await isUnknown(path, answer)) answer = gone();
      const apiBase = has('json-errors', 'rate-limit-headers') ? await baseOfApi() : '/';
      const isApi = path.startsWith(`${apiBase === '/' ? '' : apiBase}/`);
      if (isApi && isLimited())
        for (const [name, value] of Object.entries(LIMITS)) answer.headers.set(name, value);
      if (isApi && has('json-errors') && (await isSame(path, answer, `${apiBase}/front-no-such-thing`)))
        answer = gone();
      const wantsMarkdown = accept.includes('text/markdown');
      const twin =
        answer.status >= 400 && has('accept-markdown') && path.endsWith('.md')
          ? await markdown(pagePath(path), MARKDOWN)
          : undefined;
      if (twin !== undefined) return twin;
      if (has('json-errors') && isApi && answer.status >= 400 && answer.status < 500)
        if (apiBase !== '/' || !/text\/(markdown|html)/.test(accept)) return problem(answer);
      if (answer.status === 404 || answer.status === 410) {
        const body = wantsMarkdown || path.endsWith('.md') ? block('404')?.text : undefined;
        if (body === undefined) return answer;
        const headers = { 'content-type': MARKDOWN, vary: 'Accept' };
        return new Response(body, { status: answer.status, headers });
      }
      const form =
        (has('accept-markdown') && wantsMarkdown && MARKDOWN) ||
        (has('markdown-accept-plain') && accept.includes('text/plain') && 'text/plain; charset=utf-8') ||
        (has('markdown-cli-ua') && agent === CLI_USER_AGENT && MARKDOWN) ||
        (has('markdown-agent-ua') && agent.includes('ChatGPT-User') && MARKDOWN) ||
        (has('markdown-frontmatter') && isMarkdown(answer) && MARKDOWN);
      const alternate = form ? await markdown(path, form) : undefined;
      if (alternate !== undefined) return alternate;
      if (answer.status >= 300 || isMarkdown(answer)) return dressed(answer, path);
      if (answer.status !== 200 || !isHtml(answer)) return path === '/' ? dressed(answer, path) : answer;
      const html = await page(await answer.text(), path);
      return dressed(new Response(html, { headers: answer.headers }), path);
    };
    const handler: Handler = async (request) => {
      if (new URL(request.url).pathname !== mcp) return answerTo(request);
      const cors = block('mcp')?.text.trim().split('\n') ?? [];
      if (cors.length > 0 && request.method === 'OPTIONS')
        return withLines(new Response(null, { status: 204 }), cors);
      const own = new Headers(request.headers);
      if (cors.length > 0) own.delete('origin');
      const body = request.method === 'POST' && { body: await request.text() };
      const asked = new Request(request.url, { method: request.method, headers: own, ...(body || {}) });
      return withLines(await mcpHandler(asked), cors.slice(0, 1));
    };
    return handler;
  };
}

const isHtml = ({ headers }: Response) => headers.get('content-type')?.includes('html') === true;
const isMarkdown = ({ headers }: Response) => headers.get('content-type')?.includes('markdown') === true;
const markdownPath = (path: string) => (path === '/' ? '/index.md' : `${path.replace(/\/$|\.html$/, '')}.md`);
const pagePath = (path: string) => (path === '/index.md' ? '/' : path.slice(0, -'.md'.length));
const gone = () => new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });

function problem({ status, headers }: Response): Response {
  const kept = new Headers(headers);
  kept.set('content-type', 'application/problem+json');
  return Response.json({ type: 'about:blank', title: 'Not Found', status }, { status, headers: kept });
}
