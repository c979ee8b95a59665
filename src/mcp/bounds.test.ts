/** How many bytes an answer has when it is sent, on both lanes (.github/DECISIONS.md, "MCP"). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { callerAt } from '../caller.ts';
import { checks } from '../checks/index.ts';
import { PRINCIPLES } from '../definitions/vocabulary.ts';
import { scorecardMarkdown } from '../render/formats.ts';
import { forAgents } from '../render/markdown/for-agents.ts';
import { withFrontMatter } from '../render/markdown/front-matter.ts';
import { guideAsked } from '../render/markdown/guide-asked.ts';
import { catalogMarkdown, homeMarkdown } from '../render/markdown/pages.ts';
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
import { FIX_BYTES, MOST_BYTES, scorecardAnswer } from './detail.ts';
import { type DemoEndpoint, serveDemoEndpoint } from './testing/demos.ts';
import { modern, post, request, type Sent } from './testing/messages.ts';
import { DEMO_HOSTS, demoLibrary, demoScorecards, listedDemos } from './testing/services.ts';
import type { ToolContext } from './tool.ts';
import { getFix } from './tools/fix.ts';

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

describe.each(DEMO_HOSTS)('the scorecard of %s', (host) => {
  it.each([
    ['score_cli', 'target'],
    ['audit_website', 'url'],
    ['get_scorecard', 'target'],
  ])('by %s', async (name, argument) => {
    const args = { [argument]: host };
    for (const sent of onBoth('tools/call', { name, arguments: args }, name)) {
      const body = await bodyOf(sent);
      expect(bytes(body)).toBeLessThanOrEqual(MOST_BYTES);
      expect(body).not.toMatch(/\b0 of 0\b|\b0\/0\b/);
    }
    const [short = {}] = onBoth('tools/call', { name, arguments: { ...args, detail: 'summary' } });
    expect(bytes(await bodyOf(short))).toBeLessThan(8_000);
  });

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

it.each([
  ['list_checks', {}],
  ['list_scorecards', {}],
  ['search_standard', { query: 'json exit code error page' }],
  ['get_principle', {}],
  ['compare_scorecards', { targets: DEMO_HOSTS.slice(0, 4) }],
])('%s, as it is called without limits', async (name, args) => {
  for (const sent of onBoth('tools/call', { name, arguments: args }, name))
    expect(bytes(await bodyOf(sent))).toBeLessThanOrEqual(MOST_BYTES);
});

/** What tells how something is fixed. */
const MOST_FIX = 12_000;

// Of both revisions the newer one says more around a result.
it.each([undefined, ...DEMO_HOSTS])('get_fix of every check, with the target %s', async (target) => {
  for (const { id: check_id } of checks) {
    const args = { check_id, ...(target && { target }) };
    const body = await bodyOf(modern('tools/call', { name: 'get_fix', arguments: args }, 'get_fix'));
    expect(bytes(body), check_id).toBeLessThanOrEqual(MOST_FIX);
  }
});

/** A site that says all it can, audited twice. */
const hostile = envelopeFor({
  verdict: () => ({ status: 'broken', evidence: '\u{1F600}"\\'.repeat(300) }),
});

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

it.each(checks.map(({ id }) => id))('explain_check of %s', async (check_id) => {
  const params = { name: 'explain_check', arguments: { check_id } };
  expect(bytes(await bodyOf(modern('prompts/get', params, 'explain_check')))).toBeLessThanOrEqual(MOST_FIX);
});

it.each(DEMO_HOSTS)('fix_site of %s, which names all that fails', async (target) => {
  const params = { name: 'fix_site', arguments: { target } };
  const body = await bodyOf(modern('prompts/get', params, 'fix_site'));
  expect(bytes(body)).toBeLessThanOrEqual(MOST_FIX);
  const { results = [] } = served.demos.envelopes.get(target)?.scorecard ?? {};
  for (const result of results.filter(isFailedResult)) expect(body).toContain(`\`${result.id}\``);
});

it.each<[string, object]>([
  ['list_checks', { limit: 100 }],
  ['search_standard', { query: 'a site an agent the page json mcp', limit: 50 }],
  ...PRINCIPLES.map((id): [string, object] => ['get_principle', { id }]),
])('%s, asked for all that there is', async (name, args) => {
  for (const sent of onBoth('tools/call', { name, arguments: args }, name))
    expect(bytes(await bodyOf(sent))).toBeLessThanOrEqual(24_000);
});

it.each(['resources/list', 'resources/templates/list', 'prompts/list'])('%s', async (method) => {
  for (const sent of onBoth(method)) expect(bytes(await bodyOf(sent))).toBeLessThanOrEqual(MOST_BYTES);
});
