/** Everything that the server offers, as the Inspector's command line sees it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { nightlyFile } from '../testing/nightly/packages.ts';
import { type DemoEndpoint, serveDemoEndpoint } from './testing/demos.ts';
import type { ServedEndpoint } from './testing/serve.ts';
import { toolList } from './tools/index.ts';

const run = promisify(execFile);
const PACKAGE = nightlyFile('@modelcontextprotocol/inspector/package.json');
const INSPECTOR = join(dirname(PACKAGE), 'clients/launcher/build/index.js');

let served: DemoEndpoint;
let endpoint: ServedEndpoint;
/** The Inspector keeps its settings in a home of its own. */
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'agent-readiness-inspector-'));
  served = await serveDemoEndpoint(['ready.demo', 'neglected.demo']);
  ({ endpoint } = served);
});

afterAll(async () => {
  await served?.[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

type Era = 'legacy' | 'modern';

/** What a method gives, as the Inspector prints it. */
async function inspect(era: Era, method: string, ...more: string[]): Promise<unknown> {
  const argv = ['--cli', endpoint.url.href, '--transport', 'http', '--protocol-era', era, '--format', 'json'];
  const { stdout } = await run(process.execPath, [INSPECTOR, ...argv, '--method', method, ...more], {
    env: { ...process.env, HOME: home },
    maxBuffer: 16 * 1024 * 1024,
  });
  return z.object({ result: z.unknown() }).parse(JSON.parse(stdout)).result;
}

const named = z.object({ name: z.string() });
const taking = named.extend({ inputSchema: z.object({ properties: z.record(z.string(), z.unknown()) }) });
const listSchemas = {
  'tools/list': z.object({ tools: z.array(taking) }),
  'resources/list': z.object({ resources: z.array(z.object({ uri: z.string() })) }),
  'resources/templates/list': z.object({ resourceTemplates: z.array(z.object({ uriTemplate: z.string() })) }),
  'prompts/list': z.object({ prompts: z.array(named) }),
} as const;

const host = 'neglected.demo';
/** What arguments and the variables of templates are given, by their names. */
const VALUES: Readonly<Record<string, unknown>> = {
  url: host,
  target: host,
  targets: ['ready.demo', host],
  check_id: 'llms-txt',
  category: 'api',
  id: 'P3',
  query: 'help',
};
const PROMPTS: Readonly<Record<string, string>> = {
  fix_site: `target=${host}`,
  explain_check: 'check_id=llms-txt',
};

const resultSchema = z.object({
  isError: z.literal(false).optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string().min(1) })).min(1),
});
const readSchema = z.object({
  contents: z.array(z.object({ mimeType: z.string(), text: z.string().min(1) })).min(1),
});
const promptSchema = z.object({ messages: z.array(z.unknown()).min(1) });

/** Each of these is a process of its own; a few at a time. */
const few = pLimit(3);

describe.each(['legacy', 'modern'] as const)('the Inspector, era %s', (era) => {
  it('has nothing to say against the schemas of the tools, and calls each', {
    timeout: 120_000,
  }, async () => {
    const { tools } = listSchemas['tools/list'].parse(await inspect(era, 'tools/list', '--strict'));
    expect(tools.map(({ name }) => name)).toEqual(toolList().map(({ name }) => name));
    const results = await Promise.all(
      tools.map(({ name, inputSchema }) => {
        const given = Object.keys(inputSchema.properties).filter((argument) => argument in VALUES);
        const args = Object.fromEntries(given.map((argument) => [argument, VALUES[argument]]));
        return few(() =>
          inspect(era, 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args)),
        );
      }),
    );
    for (const result of results) expect(resultSchema.safeParse(result).error).toBeUndefined();
  });
});

it('the Inspector reads every resource, one of each template, and every prompt', {
  timeout: 120_000,
}, async () => {
  const { resources } = listSchemas['resources/list'].parse(await inspect('legacy', 'resources/list'));
  const { resourceTemplates } = listSchemas['resources/templates/list'].parse(
    await inspect('legacy', 'resources/templates/list'),
  );
  const { prompts } = listSchemas['prompts/list'].parse(await inspect('legacy', 'prompts/list'));
  expect(prompts.map(({ name }) => name).toSorted()).toEqual(Object.keys(PROMPTS).toSorted());
  const filled = resourceTemplates.map(({ uriTemplate }) =>
    uriTemplate.replace(/\{(\w+)\}/g, (_, name: string) => String(VALUES[name] ?? name)),
  );
  expect(filled.length).toBeGreaterThan(0);
  const reads = [...resources.map(({ uri }) => uri), ...filled];
  const texts = await Promise.all(
    reads.map((uri) => few(() => inspect('legacy', 'resources/read', '--uri', uri))),
  );
  for (const text of texts) readSchema.parse(text);
  for (const { name } of prompts) {
    const prompt = await inspect(
      'legacy',
      'prompts/get',
      '--prompt-name',
      name,
      '--prompt-args',
      PROMPTS[name] ?? '',
    );
    promptSchema.parse(prompt);
  }
});
