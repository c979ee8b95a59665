/** The caller's request headers: they open a protected site, and appear in no output. */
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { type CliOptions, runCli } from '../testing/cli.ts';
import { byHand, handshake } from '../testing/mcp-by-hand.ts';
import { serveSite } from '../testing/serve.ts';
import { scratchFolder, shared } from '../testing/shared.ts';

const TOKEN = 'tOken/+of the "preview"';
const HTML = 'text/html; charset=utf-8';
const PAGE =
  '<!doctype html><html lang="en"><title>Preview</title><main><h1>Preview</h1><p>Not public yet.</p></main>';

const folder = scratchFolder('headers');
/** The values of the header X-Preview that each server received. */
const arrived = { site: new Set<unknown>(), elsewhere: new Set<unknown>() };

const elsewhere = shared(
  await serveSite({
    '*': (request, response) => {
      arrived.elsewhere.add(request.headers['x-preview']);
      response.end('elsewhere');
    },
  }),
);
// A preview behind a login, which echoes all request headers in many forms.
const site = shared(
  await serveSite({
    '*': (request, response) => {
      arrived.site.add(request.headers['x-preview']);
      const sent = JSON.stringify(request.headers);
      if (request.headers['x-preview'] !== TOKEN) {
        response.writeHead(401, { 'content-type': 'text/plain' }).end('Log in.');
        return;
      }
      response.setHeader('x-echo', TOKEN);
      response.setHeader('link', `</x?t=${encodeURIComponent(TOKEN)}>; rel="describedby"`);
      if (request.url === '/llms.txt') {
        response
          .setHeader('content-type', 'text/plain')
          .end(`# ${TOKEN}\n\n> ${TOKEN}\n\n- [a](${elsewhere.url}/a?${TOKEN})`);
      } else if (request.url === '/sitemap.xml') {
        response.writeHead(302, { location: `${elsewhere.url}/?token=${encodeURIComponent(TOKEN)}` }).end();
      } else if (request.url === '/') {
        response
          .setHeader('content-type', HTML)
          .end(
            `${PAGE}<!-- ${sent} ${Buffer.from(sent).toString('base64')} --><meta name=description content="${TOKEN.replaceAll('"', '&quot;')} and more than thirty characters">`,
          );
      } else {
        response.writeHead(404, { 'content-type': 'application/json' }).end(sent);
      }
    },
  }),
);

function inFolder(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Whether a text contains any readable form of the secret that this site echoes. */
function leaks(text: string): boolean {
  const base64 = (text.match(/[A-Za-z0-9+/=]{16,}/g) ?? []).map((one) =>
    Buffer.from(one, 'base64').toString('latin1'),
  );
  return [text, ...base64].some((one) => /tOken|of%20the%20%22|of the \\?"prev/.test(one));
}

describe('a header of the caller', () => {
  const ways: Readonly<Record<string, () => { args: string[]; options?: CliOptions }>> = {
    'from a variable': () => ({ args: ['--header', 'X-Preview=env:TOKEN'], options: { env: { TOKEN } } }),
    'from a file': () => ({ args: ['--header', `x-preview=file:${inFolder('token', `${TOKEN}\n`)}`] }),
    'from a file of headers': () => ({
      args: ['--header-file', inFolder('headers', `# mine\nX-Preview: ${TOKEN}\n`)],
    }),
    'from stdin': () => ({ args: ['--header-file', '-'], options: { stdin: `X-Preview: ${TOKEN}\n` } }),
  };
  it.each(Object.keys(ways))('opens a protected site: %s', async (way) => {
    const { args = [], options } = ways[way]?.() ?? {};
    const { code, stdout, stderr } = await runCli(
      [site.url, '--only', 'root-meta-description', '--json', ...args],
      options,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(
      (JSON.parse(stdout) as Envelope).scorecard.results.find(({ id }) => id === 'root-meta-description')
        ?.status,
    ).toBe('pass');
  });

  it('is required by a protected site', async () => {
    const { code, stderr } = await runCli([site.url]);
    expect(code).toBe(69);
    expect(stderr).toContain('--header');
  });

  it('never appears in output or recordings, goes to one origin, and is reported', async () => {
    const har = join(folder, 'site.har');
    const options = { env: { TOKEN } };
    const args = ['--header', 'X-Preview=env:TOKEN'];
    const recorded = await runCli([site.url, '--har', har, '--verbose', ...args], options);
    expect(recorded.code).toBe(0);
    expect(recorded.stderr).toContain(
      `With 1 header of your own: x-preview, sent to ${new URL(site.url).host} only.`,
    );
    const outputs = [recorded.stdout, recorded.stderr, readFileSync(har, 'utf8')];
    for (const format of ['json', 'jsonl', 'md']) {
      const run = await runCli([site.url, '--output', format, ...args], options);
      outputs.push(run.stdout, run.stderr);
    }
    expect(outputs.map(leaks)).toEqual(outputs.map(() => false));
    expect(outputs[2]).toContain('****');
    expect(arrived.site).toContain(TOKEN);
    expect([...arrived.elsewhere]).toEqual([undefined]);
    const replayed = await runCli(['--replay', har]);
    expect(replayed.code).toBe(0);
    expect(replayed.stderr).toContain('Recorded with 1 header of the caller: x-preview.');
  });
});

describe('a session behind the caller’s header', async () => {
  /** The session ids given out: a cookie for each response, as PHP sets it, and an MCP session. */
  const opened = new Set<string>();
  const open = () => {
    const id = randomBytes(16).toString('hex');
    opened.add(id);
    return id;
  };
  const mcp = byHand({
    initialize: { headers: { 'mcp-session-id': open() }, body: { result: handshake() } },
  });
  const login = shared(
    await serveSite({
      '*': (request, response) => {
        const id = open();
        response.setHeader('set-cookie', [`PHPSESSID=${id}; path=/; HttpOnly`, `remember="${open()}"`]);
        response.setHeader('x-csrf-token', open());
        if (request.url === '/mcp') return mcp(request, response);
        if (request.url === '/') {
          return response
            .setHeader('content-type', HTML)
            .end(`${PAGE}<meta name="csrf-token" content="${open()}"><a href="/x;jsessionid=${id}">x</a>`);
        }
        response.writeHead(404, { 'content-type': 'application/json' });
        return response.end(JSON.stringify({ error: 'none', access_token: open(), session: id }));
      },
    }),
  );

  it('is not in the recording, which is private and replays to the same verdicts', async () => {
    const har = join(folder, 'login.har');
    const args = [login.url, '--header', 'X-Preview=env:TOKEN', '--har', har, '--json'];
    const live = await runCli(args, { env: { TOKEN } });
    expect(statSync(har).mode & 0o777).toBe(0o600);
    const recording = readFileSync(har, 'utf8');
    expect(opened.size).toBeGreaterThan(100);
    for (const written of [recording, live.stdout]) {
      expect([...opened].filter((id) => written.includes(id))).toEqual([]);
    }
    // The names of cookies identify firewalls, so recordings keep them.
    expect(recording).toMatch(/PHPSESSID=\*{32}; path=/);
    const { scorecard } = JSON.parse(live.stdout) as Envelope;
    expect(scorecard.results.find(({ id }) => id === 'mcp-tools-list')).toMatchObject({ status: 'pass' });
    const replayed = await runCli(['--replay', har, '--json']);
    expect((JSON.parse(replayed.stdout) as Envelope).scorecard).toEqual(scorecard);
  });

  it('cannot send terminal or CI commands through someone else’s recording', async () => {
    const har = join(folder, 'login.har');
    const recording = JSON.parse(readFileSync(har, 'utf8'));
    recording.log._agentReadiness.headers = ['\u001b]8;;https://a.test\u0007x', '\n::error::y ##[error]z'];
    writeFileSync(har, JSON.stringify(recording));
    const { stderr } = await runCli(['--replay', har]);
    expect(stderr).toContain("of the caller: x,\n'::error::y ## [error]z.");
    expect(stderr).not.toContain('\u001b');
  });

  it('is recorded if the caller sent no header', async () => {
    const har = join(folder, 'public.har');
    await runCli([login.url, '--har', har, '--only', 'robots']);
    expect([...opened].some((id) => readFileSync(har, 'utf8').includes(id))).toBe(true);
  });
});

describe('is refused without repeating the secret', () => {
  interface Case {
    readonly what: string;
    readonly args: readonly string[];
    readonly options?: CliOptions;
    readonly code: number;
    readonly message: RegExp;
  }
  const byVariable = ['--header', 'X-Preview=env:TOKEN'];
  const CASES: readonly Case[] = [
    {
      what: 'a value as an argument',
      args: ['--header', `X-Preview: ${TOKEN}`],
      code: 2,
      message: /visible to every user.*env:PREVIEW_TOKEN/s,
    },
    {
      what: 'a header that the auditor sets',
      args: ['--header', 'User-Agent=env:TOKEN'],
      code: 2,
      message: /User-Agent.*sets itself/,
    },
    { what: 'a variable that is not set', args: byVariable, code: 78, message: /TOKEN, which is not set/ },
    {
      what: 'a value with a line break',
      args: byVariable,
      options: { env: { TOKEN: `${TOKEN}\nx: y` } },
      code: 78,
      message: /line break/,
    },
    {
      what: 'a missing file',
      args: ['--header', 'X-Preview=file:/nowhere/x'],
      code: 2,
      message: /there is no such file/,
    },
    {
      what: 'a line that is not a header',
      args: ['--header-file', '-'],
      options: { stdin: `x-a: b\n${TOKEN}` },
      code: 78,
      message: /Line 2 of stdin/,
    },
    {
      what: 'a header that is given twice',
      args: ['--header-file', '-'],
      options: { stdin: `x-a: ${TOKEN}\nX-A: b` },
      code: 78,
      message: /twice/,
    },
  ];
  it.each(CASES)('$what', async ({ args, options, code, message }) => {
    const run = await runCli([site.url, ...args], options);
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toMatch(message);
    expect(leaks(run.stderr)).toBe(false);
  });
});
