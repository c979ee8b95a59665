/** The files of the stack pages, run with real software: `npm run test:all -- stacks`, with `-t nginx` for one. */
import { describe, expect, it } from 'vitest';
import { DOCUMENTATION } from './generators.ts';
import { HOSTS, MCP_SDKS } from './hosts.ts';
import {
  BROWSER,
  headAndGet,
  MARKDOWN,
  NEGOTIATED,
  type StackCase,
  see,
  UNKNOWN,
  varyOf,
  walk,
} from './journey.ts';
import { SERVERS } from './servers.ts';

const CASES: readonly StackCase[] = [...SERVERS, ...HOSTS, ...DOCUMENTATION];

async function isAsDocumented(
  url: string,
  { pages, assets, api, ownVary = false }: StackCase,
): Promise<void> {
  for (const [path, markdown] of Object.entries(pages)) {
    const html = await see(url + path, BROWSER);
    const asMarkdown = await see(url + path, MARKDOWN);
    const [, heading = 'no heading'] = /^# (.+)/.exec(asMarkdown.body) ?? [];
    expect(asMarkdown.headers.get('content-type'), path).toBe('text/markdown; charset=utf-8');
    expect(asMarkdown.status).toBe(200);
    expect(html.body).toContain(heading);
    expect((await see(url + markdown, '*/*')).body).toBe(asMarkdown.body);
    for (const form of [asMarkdown, await see(url + markdown, '*/*'), ...(ownVary ? [] : [html])]) {
      expect(varyOf(form).filter((name) => name === 'accept')).toEqual(['accept']);
    }
    const [, alternate = ''] =
      /<\/llms\.txt>; rel="describedby"; type="text\/plain", <([^<>]+)>; rel="alternate"; type="text\/markdown"/.exec(
        html.headers.get('link') ?? '',
      ) ?? [];
    expect(new URL(alternate, url + path).pathname, path).toBe(markdown);
    for (const accept of [BROWSER, MARKDOWN]) {
      const [head, get] = await headAndGet(url + path, accept);
      expect(head).toEqual(get);
    }
  }
  for (const path of assets) {
    const asset = await see(url + path, MARKDOWN);
    expect(
      [varyOf(asset).includes('accept'), /llms\.txt/.test(asset.headers.get('link') ?? '')],
      path,
    ).toEqual([false, false]);
  }
  for (const path of [UNKNOWN, `${UNKNOWN}.md`]) {
    const unknown = await see(url + path, MARKDOWN);
    expect([unknown.status, unknown.headers.get('content-type')], path).toEqual([
      404,
      'text/markdown; charset=utf-8',
    ]);
    expect(unknown.body).toMatch(/\]\(\/\)[\s\S]*\/llms\.txt/);
    expect(varyOf(unknown)).toContain('accept');
    if (!ownVary) expect(varyOf(await see(url + path, BROWSER))).toContain('accept');
  }
  const types = await Promise.all(NEGOTIATED.map(async ([accept]) => (await see(`${url}/`, accept)).headers));
  expect(
    types.map((headers, i) => [NEGOTIATED[i]?.[0], headers.get('content-type')?.split(/[/;]/)[1]]),
  ).toEqual(NEGOTIATED);
  expect((await see(`${url}/llms.txt`, '*/*')).headers.get('content-type')).toMatch(
    /^text\/(plain|markdown)\b/,
  );
  if (api !== undefined) {
    const failed = await see(url + api, MARKDOWN);
    expect(failed.headers.get('content-type')).toBe('application/problem+json');
    expect(failed.status).toBeGreaterThan(500);
    expect(JSON.parse(failed.body)).toHaveProperty('detail');
    expect([failed.headers.get('vary'), failed.headers.get('link')]).toEqual([null, null]);
  }
}

/** Two builds of Docusaurus on a busy machine. */
const TIMEOUT_MS = 900_000;

async function keepsWhatItPromises(one: StackCase, look: (url: string) => Promise<void>): Promise<void> {
  const { scores, failing, before, after } = await walk(one, look);
  expect(after).toEqual(before);
  const { score, outOfReach = [] } = one;
  const reachable = Object.fromEntries(Object.entries(failing).filter(([id]) => !outOfReach.includes(id)));
  expect({ score: scores.after, failing: reachable }).toEqual({ score, failing: {} });
  expect(scores.before).toBeLessThan(one.score);
}

describe('a site set up with the file of its stack page', () => {
  it.each(CASES)('$name', { timeout: TIMEOUT_MS }, (one) =>
    keepsWhatItPromises(one, (url) => isAsDocumented(url, one)),
  );
  it('MCP SDKs', () => keepsWhatItPromises(MCP_SDKS, async () => undefined));
});
