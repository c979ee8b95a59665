/** How many bytes an answer has when it is sent, on both lanes (.github/DECISIONS.md, "MCP"). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { callerAt } from '../caller.ts';
import { checks } from '../checks/index.ts';
import { PRINCIPLES } from '../definitions/vocabulary.ts';
import { scorecardMarkdown } from '../render/formats.ts';
import { catalogMarkdown } from '../render/markdown/catalog.ts';
import { forAgents } from '../render/markdown/for-agents.ts';
import { withFrontMatter } from '../render/markdown/front-matter.ts';
import { guideAsked } from '../render/markdown/guide-asked.ts';
import { homeMarkdown } from '../render/markdown/pages.ts';
import { ENVELOPE_BYTES } from '../scorecard/bounds.ts';
import { envelopeSchema } from '../scorecard/schema.ts';
import { sinceEarlier } from '../scorecard/since.ts';
import { storedEnvelopeSchema } from '../scorecard/stored.ts';
import { adoptionOfListed } from '../testing/adoption.ts';
import { envelopeFor } from '../testing/envelopes.ts';
import { DEFAULT_BASE_URL } from '../versions.ts';
import { ABOUT_HOME, type About, aboutCatalog } from '../view/about.ts';
import { isFailedResult } from '../view/advice.ts';
import { platformsOf } from '../view/guide-text.ts';
import { PLATFORMS } from '../view/platforms.ts';
import { FIX_BYTES, MOST_BYTES, scorecardAnswer } from './detail.ts';
import { type DemoEndpoint, serveDemoEndpoint } from './testing/demos.ts';
import { modern, post, request, type Sent } from './testing/messages.ts';
import { DEMO_HOSTS, demoLibrary, demoScorecards, listedDemos } from './testing/services.ts';
import type { ToolContext } from './tool.ts';
import { getFix } from './tools/fix.ts';
import { toolList } from './tools/index.ts';

let served: DemoEndpoint;
beforeAll(async () => {
  served = await serveDemoEndpoint();
});
afterAll(() => served?.[Symbol.asyncDispose]());

/** The same request on each lane. */
function onBoth(method: string, params: Record<string, unknown> = {}, name?: string): readonly Sent[] {
  return [{ body: request(method, params) }, modern(method, params, name)];
}

async function bodyOf(sent: Sent): Promise<string> {
  const response = await post(served.endpoint.url, sent);
  expect(response.status).toBe(200);
  return response.text();
}

const bytes = (text: string) => Buffer.byteLength(text);

const resultSchema = z.object({
  result: z.looseObject({
    structuredContent: z.looseObject({
      left_out: z.looseObject({ ids: z.array(z.string()), more: z.string() }).optional(),
      scorecard: z.looseObject({
        summary: z.record(z.string(), z.number()),
        results: z.array(z.looseObject({ id: z.string() })),
      }),
    }),
  }),
});

it.each(DEMO_HOSTS)('the way by addresses from the home page to a fix of %s', async (host) => {
  const origin = 'https://catalog-of-a-long-name.example';
  const { envelopes } = served.demos;
  const listed = listedDemos(envelopes);
  const envelope = envelopes.get(host);
  if (envelope === undefined) throw new Error(`${host} was not audited`);
  const own: unknown = JSON.parse(JSON.stringify(envelope).replaceAll(DEFAULT_BASE_URL, origin));
  const scorecard = scorecardMarkdown(storedEnvelopeSchema.parse(own));
  const published = (about: About, text: string) => forAgents(withFrontMatter(about, text), origin);
  const way = [
    published(ABOUT_HOME, homeMarkdown(listed, origin)),
    published(aboutCatalog(listed), catalogMarkdown(listed, adoptionOfListed(listed), origin)),
    scorecard,
  ];
  const guides = Array.from(scorecard.matchAll(/\/fix\/([\w-]+)\.md\?for=([\w,-]+)>/g));
  expect(guides.length).toBe(envelope.scorecard.results.filter(isFailedResult).length);
  const library = demoLibrary(origin, served.demos);
  for (const [, id = '', names = ''] of guides) {
    const whole = forAgents((await library.guide(id)) ?? '', origin);
    const guide = guideAsked(whole, names, `${origin}/fix/${id}.md`);
    // Bytes for each token of a model, as it is usually reckoned.
    expect(bytes([...way, guide].join('')) / 4, id).toBeLessThanOrEqual(6_000);
  }
});

it('the list of tools', async () => {
  for (const sent of onBoth('tools/list')) expect(bytes(await bodyOf(sent))).toBeLessThanOrEqual(MOST_BYTES);
});

/** What tells how something is fixed. */
const MOST_FIX = 12_000;
/** A list of which all was asked for. */
const MOST_LIST = 24_000;
/** The whole envelope, beside its text. */
const MOST_FULL = 125_000;

type Args = Readonly<Record<string, unknown>>;

/** The worst that each tool can be asked for, and how many bytes its answer has at most. */
const WORST: Readonly<Record<string, readonly (readonly [Args, number])[]>> = {
  audit_website: scorecardCalls('url'),
  score_cli: scorecardCalls('target'),
  get_scorecard: scorecardCalls('target'),
  list_scorecards: [
    [{}, MOST_BYTES],
    [{ limit: 100 }, MOST_BYTES],
  ],
  compare_scorecards: [
    [{ targets: DEMO_HOSTS.slice(0, 4) }, MOST_BYTES],
    [{ targets: DEMO_HOSTS.slice(-4) }, MOST_BYTES],
  ],
  get_fix: checks.flatMap(({ id: check_id }) => [
    [{ check_id }, MOST_FIX],
    ...DEMO_HOSTS.map((target): [Args, number] => [{ check_id, target }, MOST_FIX]),
  ]),
  list_checks: [
    [{}, MOST_BYTES],
    [{ limit: 100 }, MOST_LIST],
  ],
  get_principle: [[{}, MOST_BYTES], ...PRINCIPLES.map((id): [Args, number] => [{ id }, MOST_LIST])],
  search_standard: [
    [{ query: 'json exit code error page' }, MOST_BYTES],
    [{ query: 'a site an agent the page json mcp', limit: 50 }, MOST_LIST],
  ],
};

function scorecardCalls(argument: string): [Args, number][] {
  return DEMO_HOSTS.flatMap((host) => [
    [{ [argument]: host }, MOST_BYTES],
    [{ [argument]: host, detail: 'summary' }, 8_000],
    [{ [argument]: host, detail: 'full' }, MOST_FULL],
  ]);
}

it.each(toolList().map(({ name }) => name))('every answer of %s', async (name) => {
  expect(Object.keys(WORST)).toContain(name);
  for (const [args, most] of WORST[name] ?? []) {
    for (const sent of onBoth('tools/call', { name, arguments: args }, name)) {
      const body = await bodyOf(sent);
      expect(bytes(body), JSON.stringify(args)).toBeLessThanOrEqual(most);
      expect(body).not.toMatch(/\b0 of 0\b|\b0\/0\b/);
    }
  }
});

describe.each(DEMO_HOSTS)('the scorecard of %s', (host) => {
  it('has all failures, or says which are left out', async () => {
    const [sent] = onBoth('tools/call', { name: 'audit_website', arguments: { url: host } });
    const { left_out, scorecard } = resultSchema.parse(JSON.parse(await bodyOf(sent ?? {}))).result
      .structuredContent;
    const { pass, n_a, ...rest } = scorecard.summary;
    const told = scorecard.results.length + (left_out?.ids.length ?? 0);
    expect(told).toBe(Object.values(rest).reduce((sum, count) => sum + count, 0));
    expect(new Set([...scorecard.results.map(({ id }) => id), ...(left_out?.ids ?? [])]).size).toBe(told);
    // Only the site of which nearly everything is broken has more than there is room for.
    expect(left_out?.more).toBe(host === 'broken.demo' ? 'json_url, or detail full' : undefined);
  });
});

it('a scorecard of a hostile site', () => {
  const address = `https://site.example/${'a'.repeat(2_000)}`;
  const audited = envelopeFor({
    verdict: () => ({ status: 'broken', evidence: '\u{1F600}"\\'.repeat(300) }),
    mcpEndpoint: address,
    mcpDiscovery: [{ source: '/mcp', endpoint: address, probed: 'initialize' }],
  });
  // All that passed is broken now.
  const envelope = sinceEarlier(audited, {
    of: 'live',
    envelope: envelopeFor({ scoredAt: '2026-11-20T10:00:00.000Z' }),
  });
  expect(envelope.since?.changes).toHaveLength(checks.length);
  const failures = scorecardAnswer(envelope, 'failures', 800);
  const content = [{ type: 'text', text: failures.text }];
  expect(
    bytes(JSON.stringify({ structuredContent: failures.structured, content })) + 800,
  ).toBeLessThanOrEqual(MOST_BYTES);
  expect(failures.structured.left_out?.ids.length).toBeGreaterThan(0);
  expect(bytes(JSON.stringify(scorecardAnswer(envelope, 'summary')))).toBeLessThan(8_000);
  const full = scorecardAnswer(envelope, 'full').structured;
  expect(envelopeSchema.parse(full)).toEqual(envelope);
  expect(bytes(JSON.stringify(full))).toBeLessThanOrEqual(ENVELOPE_BYTES);
});

/** A site that says all it can, audited twice. */
const hostile = envelopeFor({
  verdict: () => ({ status: 'broken', evidence: '\u{1F600}"\\'.repeat(300) }),
});

it('get_fix has the steps for what the audit of the target saw', async () => {
  const platforms = [{ id: 'nginx', by: 'Server: nginx' }];
  const envelope = { ...hostile, scorecard: { ...hostile.scorecard, platforms } };
  const context: ToolContext = {
    library: demoLibrary('https://catalog.example', served.demos),
    scorecards: {
      ...demoScorecards(served.demos),
      known: async () => ({ envelope, live: undefined, failedAttempt: undefined }),
    },
    caller: callerAt('192.0.2.1', 'salt'),
    signal: new AbortController().signal,
    onProgress: undefined,
  };
  const { text } = await getFix.call({ check_id: 'robots', target: 'a.demo' }, context);
  expect(text).toContain('The steps are for nginx, recognised by Server: nginx; platform names another.');
  expect(text).toContain('\n### nginx\n');
  expect(text).not.toContain('\n### Caddy\n');
});

it.each(checks.map(({ id }) => id))('explain_check of %s', async (check_id) => {
  const params = { name: 'explain_check', arguments: { check_id } };
  expect(bytes(await bodyOf(modern('prompts/get', params, 'explain_check')))).toBeLessThanOrEqual(MOST_FIX);
});

it.each(
  DEMO_HOSTS.flatMap((host): [string, string | undefined][] => [
    [host, undefined],
    [host, 'nginx,express,mcp-ts-v1'],
    [host, PLATFORMS.map(({ id }) => id).join(',')],
  ]),
)('fix_site of %s, which names all that fails, for %s', async (target, platforms) => {
  const params = { name: 'fix_site', arguments: { target, ...(platforms && { platforms }) } };
  const body = await bodyOf(modern('prompts/get', params, 'fix_site'));
  expect(bytes(body)).toBeLessThanOrEqual(MOST_FIX);
  const { results = [] } = served.demos.envelopes.get(target)?.scorecard ?? {};
  for (const result of results.filter(isFailedResult)) expect(body).toContain(`\`${result.id}\``);
});

it.each(['resources/list', 'resources/templates/list', 'prompts/list'])('%s', async (method) => {
  for (const sent of onBoth(method)) expect(bytes(await bodyOf(sent))).toBeLessThanOrEqual(MOST_BYTES);
});

// Last: nothing is asked of the server meanwhile, which closes connections that wait.
describe('get_fix for each platform', () => {
  let context: ToolContext;
  beforeAll(() => {
    context = {
      library: demoLibrary('https://catalog-of-a-long-name.example.netlify.app', served.demos),
      scorecards: {
        ...demoScorecards(served.demos),
        known: async () => ({ envelope: hostile, live: hostile, failedAttempt: undefined }),
      },
      caller: callerAt('192.0.2.1', 'salt'),
      signal: new AbortController().signal,
      onProgress: undefined,
    };
  });

  it.each(checks.map(({ id }) => id))('has the steps of %s, on a hostile site too', async (check_id) => {
    const platforms = platformsOf((await context.library.guide(check_id)) ?? '');
    for (const platform of [undefined, ...platforms]) {
      const args = { check_id, target: 'a.demo', ...(platform && { platform: platform.id }) };
      const { structured, text } = await getFix.call(args, context);
      const content = [{ type: 'text', text }];
      expect(bytes(JSON.stringify({ structuredContent: structured, content }))).toBeLessThan(FIX_BYTES);
      expect(text).toMatch(/^On a\.demo /);
      for (const section of ['How to fix it', 'How to verify it'])
        expect(text).toContain(`\n## ${section}\n`);
      if (platform !== undefined) expect(text).toContain(`\n### ${platform.name}\n`);
    }
  });
});
