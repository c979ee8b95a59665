import { describe, expect, it } from 'vitest';
import { AI_CRAWLERS } from '../../audit/parse/ai-crawlers.ts';
import { agentUserAgent, auditorUserAgent, CLI_USER_AGENT } from '../../audit/probes/user-agents.ts';
import { AI_FETCHERS } from '../../base/ai-fetchers.ts';
import {
  alternateOf,
  answersItself,
  names,
  notFoundType,
  pageType,
  problemType,
  varyOf,
} from './negotiation.ts';

const HTML = 'text/html';
const MARKDOWN = 'text/markdown';
const PLAIN = 'text/plain';
const JSON_TYPE = 'application/json';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const CHROME_ACCEPT =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';
const FIREFOX_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const GOOGLEBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/142.0.0.0 Safari/537.36';
const CHATGPT_USER =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot';
const CLAUDE_CODE = 'Claude-User (claude-code/2.0.14; +https://support.anthropic.com/)';
const POWERSHELL = 'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.26100.1';

describe('the response type for', () => {
  it.each([
    // Browsers, for pages and scripts.
    [CHROME, CHROME_ACCEPT, HTML, HTML],
    [CHROME, '*/*', HTML, MARKDOWN],
    [
      'Lynx/2.9.2',
      'text/html, text/plain, text/sgml, text/css, application/xhtml+xml, */*;q=0.01',
      HTML,
      HTML,
    ],
    // Search engines.
    [GOOGLEBOT, CHROME_ACCEPT, HTML, HTML],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', '*/*', HTML, MARKDOWN],
    // Command-line clients.
    [CLI_USER_AGENT, '*/*', MARKDOWN, MARKDOWN],
    ['Wget/1.25.0', '*/*', MARKDOWN, MARKDOWN],
    ['wget2/2.2.0', undefined, MARKDOWN, MARKDOWN],
    ['HTTPie/3.2.4', '*/*', MARKDOWN, MARKDOWN],
    ['xh/0.25.0', '*/*', MARKDOWN, MARKDOWN],
    [POWERSHELL, undefined, MARKDOWN, MARKDOWN],
    [CLI_USER_AGENT, 'text/*', MARKDOWN, MARKDOWN],
    [CLI_USER_AGENT, 'text/markdown;q=0, */*', HTML, HTML],
    ['notcurl/1.0', '*/*', HTML, MARKDOWN],
    // AI assistants.
    [CHATGPT_USER, '*/*', MARKDOWN, MARKDOWN],
    [CHATGPT_USER, CHROME_ACCEPT, HTML, HTML],
    [CLAUDE_CODE, 'text/markdown, text/html, */*', MARKDOWN, MARKDOWN],
    [agentUserAgent('https://catalog.example'), '*/*', MARKDOWN, MARKDOWN],
    ['NotClaude-User/1.0', '*/*', HTML, MARKDOWN],
    ['Claude-Userland/1.0', '*/*', HTML, MARKDOWN],
    // Unknown clients.
    [undefined, undefined, HTML, MARKDOWN],
    [undefined, '', HTML, MARKDOWN],
    [undefined, '*/*', HTML, MARKDOWN],
    [auditorUserAgent('https://catalog.example'), '*/*', HTML, MARKDOWN],
    [undefined, MARKDOWN, MARKDOWN, MARKDOWN],
    [undefined, PLAIN, PLAIN, PLAIN],
    [undefined, 'Text/Markdown', MARKDOWN, MARKDOWN],
    [undefined, 'text/markdown; charset=utf-8', MARKDOWN, MARKDOWN],
    [undefined, 'text/markdown;q=0.9, text/html;q=0.8', MARKDOWN, MARKDOWN],
    [undefined, 'text/markdown;q=0.8, text/html;q=0.9', HTML, HTML],
    [undefined, 'text/html, text/markdown', MARKDOWN, MARKDOWN],
    [undefined, 'text/html;q=0.5, */*;q=0.8', MARKDOWN, MARKDOWN],
    [undefined, 'text/*;q=0.5, text/html;q=0.4', MARKDOWN, MARKDOWN],
    [undefined, 'text/html;level=1;q=0.4, text/plain;q=0.5', PLAIN, PLAIN],
    [undefined, 'text/plain, text/html', HTML, HTML],
    [undefined, 'text/plain, text/html;q=0.9', PLAIN, PLAIN],
    [undefined, 'text/plain, */*', PLAIN, PLAIN],
    [undefined, 'text/markdown, text/plain;q=0.9, */*;q=0.1', MARKDOWN, MARKDOWN],
    // Only 404 responses are also available as JSON.
    [undefined, JSON_TYPE, HTML, JSON_TYPE],
    [CLI_USER_AGENT, JSON_TYPE, MARKDOWN, JSON_TYPE],
    ['axios/1.13.2', 'application/json, text/plain, */*', PLAIN, JSON_TYPE],
    [undefined, 'application/json, text/html', HTML, HTML],
    [undefined, 'application/json, text/markdown', MARKDOWN, MARKDOWN],
    [undefined, 'application/json;q=0', HTML, MARKDOWN],
    // Types that do not exist here, and invalid media ranges.
    [undefined, 'image/png', HTML, MARKDOWN],
    [undefined, 'text/markdown;q=0', HTML, MARKDOWN],
    [undefined, 'markdown', HTML, MARKDOWN],
    [undefined, ';;, ,=', HTML, MARKDOWN],
  ])('%s, with Accept %s: %s; for 404: %s', (userAgent, accept, page, missing) => {
    const asked = { accept, userAgent };
    expect([pageType(asked), notFoundType(asked, '/nosuch')]).toEqual([page, missing]);
  });
});

describe('the type of a 404 response, by path:', () => {
  it.each([
    ['/nosuch.json', '*/*', JSON_TYPE],
    ['/nosuch.json', FIREFOX_ACCEPT, HTML],
    ['/nosuch.md', JSON_TYPE, JSON_TYPE],
    ['/nosuch.txt', 'application/problem+json', 'application/problem+json'],
    // `story.json` is a host, not a file.
    ['/score/story.json', '*/*', MARKDOWN],
  ])('%s, with Accept %s: %s', (path, accept, type) => {
    expect(notFoundType({ accept, userAgent: undefined }, path)).toBe(type);
  });

  it.each([
    ['/mcp', true],
    ['/_astro/page.js', true],
    ['/score/example.com/json', true],
    ['/score/example.com/live/md', true],
    ['/.well-known/nosuch', false],
    ['/score/example.com/badge.svg', false],
  ])('%s is not negotiated: %s', (path, itself) => {
    expect(answersItself(path)).toBe(itself);
  });
});

it('the fetchers that get Markdown are among those that robots.txt lets in by name', () => {
  expect(AI_FETCHERS.filter((name) => !AI_CRAWLERS.has(name))).toEqual([]);
});

describe('the alternate of', () => {
  it.each([
    ['/', '/index.md'],
    ['/score', '/score.md'],
    ['/fix/llms-txt', '/fix/llms-txt.md'],
    ['/docs/authentication', '/docs/authentication.md'],
    ['/score/page/2', '/score/page/2.md'],
    ['/score/example.com', '/score/example.com/md'],
    ['/score/example.com/', '/score/example.com/md'],
    ['/score/example.com/live', '/score/example.com/live/md'],
    ['/score/moldova.md', '/score/moldova.md/md'],
    ['/score/story.json', '/score/story.json/md'],
  ])('%s is %s', (path, alternate) => {
    expect(alternateOf(path)).toBe(alternate);
  });

  it.each([
    '/index.html',
    '/robots.txt',
    '/score/llms.txt',
    '/score/llms-full.txt',
    '/score/example.com/md',
    '/score/example.com/json',
    '/score/example.com/live/md',
    '/health',
    '/score/example.com/badge.svg',
    '/score/example.com/shield.json',
    '/fix/llms.txt',
    '/fix/robots.md',
    '/schema/audit.schema.json',
    '/mcp',
    '/oauth2/token',
    '/_astro/page',
    '/.well-known/api-catalog',
    '/.netlify/functions/service',
    '//example.com',
  ])('%s has none', (path) => {
    expect(alternateOf(path)).toBeUndefined();
  });
});

it.each([
  [undefined, 'Accept, User-Agent'],
  ['', 'Accept, User-Agent'],
  ['Accept-Encoding', 'Accept-Encoding, Accept, User-Agent'],
  ['accept,user-agent', 'accept, user-agent'],
  ['Origin, Accept', 'Origin, Accept, User-Agent'],
  ['Accept, *', '*'],
])('adds to Vary %j and gives %j', (present, vary) => {
  expect(varyOf(present)).toBe(vary);
});

describe('the type of an error response', () => {
  it.each([
    [undefined, 'application/problem+json'],
    [CHROME_ACCEPT, HTML],
    ['application/*', 'application/problem+json'],
    ['text/html;q=0.5, application/json', JSON_TYPE],
    [MARKDOWN, MARKDOWN],
    ['text/*', MARKDOWN],
    ['text/html;q=0', 'application/problem+json'],
    ['text/event-stream', 'application/problem+json'],
  ])('to %s: %s', (accept, type) => {
    expect(problemType(accept)).toBe(type);
  });
});

describe('an event stream is requested by', () => {
  it.each([
    ['text/event-stream', true],
    ['application/json, Text/Event-Stream;q=0.1', true],
    ['text/event-stream;q=0', false],
    ['text/event-streams', false],
    ['text/*, */*', false],
    [undefined, false],
  ])('%s: %s', (accept, asked) => {
    expect(names(accept, 'text/event-stream')).toBe(asked);
  });
});
