/** The gate on a whole site: red for what a team would not want to ship, green for changes that harm nobody. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ready } from '../../demo/ready/index.ts';
import { type ServedDemo, serveDemo } from '../../demo/server.ts';
import type { Handler } from '../../demo/site.ts';
import { runCli } from '../../testing/cli.ts';

/** What stands between the site and its visitors. */
type Change = (request: Request, site: Handler) => Response | Promise<Response>;

let change: Change = (request, site) => site(request);
let site: ServedDemo;
let project: string;

beforeAll(async () => {
  site = await serveDemo({
    ...ready,
    create: (origin, startedAt) => {
      const handler = ready.create(origin, startedAt);
      return (request) => change(request, handler);
    },
  });
  project = mkdtempSync(join(tmpdir(), 'gate-'));
  writeFileSync(
    join(project, 'agent-readiness.config.json'),
    JSON.stringify({
      target: site.url,
      failOn: ['broken', 'worse', 'below'],
      baseline: 'agent-readiness.baseline.json',
      assistants: 'allowed',
    }),
  );
  expect((await runCli(['--update-baseline'], { cwd: project })).code).toBe(0);
});

afterAll(async () => {
  await site?.close();
  rmSync(project, { recursive: true, force: true });
});

const pathOf = ({ url }: Request): string => new URL(url).pathname;

/** Another answer at a path, for every method. */
const at =
  (path: string, answer: () => Response): Change =>
  (request, next) =>
    pathOf(request) === path ? answer() : next(request);

/** The answers at a path, or everywhere, with another text. */
const edited =
  (path: string | undefined, edit: (text: string) => string): Change =>
  async (request, next) => {
    const response = await next(request);
    if (path !== undefined && pathOf(request) !== path) return response;
    if (!/text|json|xml/.test(response.headers.get('content-type') ?? '')) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(edit(await response.text()), { status: response.status, headers });
  };

const gone = () => new Response('Not found', { status: 404 });

async function gate(changed: Change): Promise<{ code: number | null; reasons: string[] }> {
  change = changed;
  const { code, stdout } = await runCli(['--json', '--timeout', '120'], { cwd: project });
  return { code, reasons: (JSON.parse(stdout) as { gate: { reasons: string[] } }).gate.reasons };
}

describe('a gate with a baseline', () => {
  it.each<[string, string, Change]>([
    ['every MCP call answers 500', 'mcp-initialize', at('/mcp', () => new Response('', { status: 500 }))],
    [
      'robots.txt keeps AI assistants out',
      'AI assistants',
      edited('/robots.txt', (text) => `${text}\nUser-agent: ChatGPT-User\nDisallow: /\n`),
    ],
    [
      'the links of llms.txt are dead',
      'llms-txt-links',
      edited('/llms.txt', (text) => text.replaceAll('/docs/', '/old/')),
    ],
    ['the agent card is gone', 'a2a-agent-card', at('/.well-known/agent-card.json', gone)],
  ])('fails where %s', async (_, check, changed) => {
    const { code, reasons } = await gate(changed);
    expect(
      { code, named: reasons.some((reason) => reason.startsWith(`${check} `)) },
      reasons.join('\n'),
    ).toEqual({
      code: 1,
      named: true,
    });
  });

  it.each<[string, Change]>([
    ['nothing', (request, next) => next(request)],
    [
      'a sentence more on the home page',
      edited('/', (text) => text.replace('</main>', '<p>New: tides of the Baltic.</p></main>')),
    ],
  ])('passes with %s', async (_, changed) => {
    expect(await gate(changed)).toEqual({ code: 0, reasons: [] });
  });

  it('takes what was removed on purpose, once a waiver says so', async () => {
    const path = join(project, 'agent-readiness.config.json');
    const text = readFileSync(path, 'utf8');
    const waivers = [{ check: 'security-txt', reason: 'The address has moved', expires: '2099-01-01' }];
    writeFileSync(path, JSON.stringify({ ...JSON.parse(text), waivers }));
    expect((await gate(at('/.well-known/security.txt', gone))).reasons.join()).not.toContain('security-txt');
    writeFileSync(path, text);
  });
});
