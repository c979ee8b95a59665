/** The tools, as the Inspector's command line sees them. */
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

const listSchema = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      inputSchema: z.object({ properties: z.record(z.string(), z.unknown()) }),
    }),
  ),
});

const host = 'neglected.demo';
/** What arguments are given, by their names. */
const VALUES: Readonly<Record<string, unknown>> = {
  url: host,
  target: host,
  targets: ['ready.demo', host],
  check_id: 'llms-txt',
  category: 'api',
  id: 'P3',
  query: 'help',
};
const resultSchema = z.object({
  isError: z.literal(false).optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string().min(1) })).min(1),
});
/** Each of these is a process of its own; a few at a time. */
const few = pLimit(3);

describe.each(['legacy', 'modern'] as const)('the Inspector, era %s', (era) => {
  it('has nothing to say against the schemas of the tools, and calls each', {
    timeout: 120_000,
  }, async () => {
    const { tools } = listSchema.parse(await inspect(era, 'tools/list', '--strict'));
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
