/** `fix --write`: from an audit to files in a project, and back to an audit of what they are. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunOptions, runCli } from '../../testing/cli.ts';
import { type Route, type Routes, serveSite, type TestSite } from '../../testing/serve.ts';
import { scratchFolder } from '../../testing/shared.ts';
import { main } from '../main.ts';

const page = (title: string, about: string): Route => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="en"><title>${title}</title><meta name="description" content="${about}"><main><h1>${title}</h1><p>${about}</p></main></html>`,
});
const OPENAPI = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/api/pets': { get: { responses: { 200: { description: 'ok' } } } } },
};
/** What the application itself serves: pages, a sitemap, a description, and a server of MCP. */
const APPLICATION: Routes = {
  '/': page('Pets', 'All that there is to know of the pets of Acme.'),
  '/docs/': page('Guide', 'How to keep a pet.'),
  '/docs/cats': page('Cats [small]', 'Of cats.'),
  '/shell': page('Pets', 'The home page again.'),
  '/sitemap.xml': {
    type: 'application/xml',
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${['/', '/docs/', '/docs/cats', '/shell', '/gone'].map((path) => `<url><loc>https://pets.acme.dev${path}</loc></url>`).join('')}</urlset>`,
  },
  '/openapi.json': { type: 'application/json', body: JSON.stringify(OPENAPI) },
  '/mcp': (request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const { id, method } = text === '' ? {} : JSON.parse(text.startsWith('{not') ? '{}' : text);
      const result =
        method === 'initialize'
          ? {
              protocolVersion: '2025-06-18',
              capabilities: { tools: {} },
              serverInfo: { name: 'acme pets', version: '2.1.0', title: 'Pets' },
            }
          : { tools: [{ name: 'find', description: 'Finds a pet.', inputSchema: { type: 'object' } }] };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  },
};

const TYPES: Record<string, string> = {
  '.txt': 'text/plain',
  '.json': 'application/json',
  '.md': 'text/markdown',
};

/** The application with the files of a folder before it, and the headers that its `_headers` sets, as Netlify serves it. */
function published(folder: string): Routes {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
  const files = paths.map((path): [string, Route] => {
    const type = TYPES[extname(path)];
    return [
      path,
      { ...(type === undefined ? {} : { type }), body: readFileSync(join(folder, path), 'utf8') },
    ];
  });
  const routes: Record<string, Route> = { ...APPLICATION, ...Object.fromEntries(files) };
  let at = '';
  for (const line of paths.includes('/_headers')
    ? readFileSync(join(folder, '_headers'), 'utf8').split('\n')
    : []) {
    const [, name = '', value = ''] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? [];
    if (line.startsWith('/')) at = line;
    const route = routes[at];
    if (name === '' || typeof route !== 'object') continue;
    const key = name.toLowerCase();
    const before = route.headers?.[key];
    routes[at] = {
      ...route,
      headers: { ...route.headers, [key]: before === undefined ? value : `${before}, ${value}` },
    };
  }
  return routes;
}

const scratch = scratchFolder('fix-write');
let site: TestSite;
let har: string;
beforeAll(async () => {
  site = await serveSite(APPLICATION);
  har = join(scratch, 'site.har');
  await runCli([site.url, '--har', har, '--json']);
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
});

/** A project of these files. */
function project(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(scratch, 'project-'));
  for (const [path, text] of Object.entries({ 'package.json': '{"dependencies":{"next":"16"}}', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

interface Written {
  readonly dry_run: boolean;
  readonly public_folder: string | null;
  readonly files: readonly {
    path: string;
    action: string;
    checks: string[];
    by_hand: string | null;
    diff: string;
  }[];
  readonly left: readonly { check: string; why: string | null }[];
  readonly verify: readonly string[];
}

const ORIGIN = ['--canonical-origin', 'https://pets.acme.dev'];

/** Writes from the recording, into a project. */
async function write(cwd: string, args: readonly string[] = [], options: RunOptions = {}) {
  const run = await runCli(['fix', har, '--write', '--yes', '--json', ...ORIGIN, ...args], {
    cwd,
    ...options,
  });
  return { ...run, document: (run.code === 0 ? JSON.parse(run.stdout) : undefined) as Written };
}

const whyOf = ({ left }: Written, check: string) => left.find((one) => one.check === check)?.why;

describe('fix --write', () => {
  it('writes what the site then passes with', async () => {
    const skill = '---\nname: adopt\ndescription: Adopt a pet.\n---\n\n# Adopt\n';
    const root = project({ 'public/.well-known/agent-skills/adopt/SKILL.md': skill });
    const words = ['--contact', 'mailto:security@acme.dev', '--content-signal', 'search=yes, ai-train=no'];
    const run = await runCli(
      ['fix', site.url, '--write', '--yes', '--json', '--for', 'netlify', ...ORIGIN, ...words],
      { cwd: root },
    );
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const written = JSON.parse(run.stdout) as Written;
    expect(written).toMatchObject({ kind: 'fixes-written', dry_run: false, public_folder: 'public' });
    expect(written.files.map(({ path }) => path)).toEqual([
      'public/robots.txt',
      'public/llms.txt',
      'public/.well-known/security.txt',
      'public/.well-known/api-catalog',
      'public/.well-known/mcp/server-card.json',
      'public/.well-known/agent-skills/index.json',
      'public/_headers',
    ]);
    const text = (path: string) => readFileSync(join(root, 'public', path), 'utf8');
    expect(text('robots.txt')).toMatch(
      /^User-agent: \*\nUser-agent: ChatGPT-User\n[\s\S]*\nContent-Signal: search=yes, ai-train=no\nAllow: \/\n\nSitemap: https:\/\/pets\.acme\.dev\/sitemap\.xml\n$/,
    );
    expect(text('llms.txt')).toBe(
      '# Pets\n\n> All that there is to know of the pets of Acme.\n\n## Pages\n\n- [Pets](https://pets.acme.dev/)\n' +
        '- [Guide](https://pets.acme.dev/docs/): How to keep a pet.\n- [Cats \\[small\\]](https://pets.acme.dev/docs/cats): Of cats.\n',
    );
    expect(JSON.parse(text('.well-known/mcp/server-card.json'))).toMatchObject({
      name: 'dev.acme.pets/acme-pets',
      version: '2.1.0',
      remotes: [{ url: 'https://pets.acme.dev/mcp' }],
    });
    expect(whyOf(written, 'llms-txt-when-to-use')).toContain('public/llms.txt');
    await using mended = await serveSite(published(join(root, 'public')));
    const [verify = ''] = written.verify;
    const again = verify.replace('node scripts/audit.ts ', '').replace(site.url, mended.url).split(' ');
    const proof = await runCli([...again, '--json']);
    const { scorecard } = JSON.parse(proof.stdout) as {
      scorecard: { results: { id: string; status: string; evidence: string }[] };
    };
    const checks = written.files.flatMap((file) => file.checks);
    expect(checks).toHaveLength(11);
    expect(scorecard.results.filter(({ id, status }) => checks.includes(id) && status !== 'pass')).toEqual(
      [],
    );
    expect(proof.code).toBe(0);
  });

  it('shows the diff, and writes only to a terminal or with --yes', async () => {
    const root = project();
    const fix = (args: string[], options: RunOptions = {}) =>
      runCli(['fix', har, '--write', ...ORIGIN, ...args], { cwd: root, ...options });
    const shown = await fix([]);
    expect(shown.stdout).toMatch(
      /^--- \/dev\/null\n\+\+\+ b\/public\/robots\.txt\n@@ -0,0 \+1,\d+ @@\n\+User-agent: \*\n/,
    );
    expect(shown.stderr).toContain('pass --yes to write');
    expect((await fix(['--dry-run', '--yes'], { columns: 80 })).stderr).toContain('(--dry-run)');
    expect(readdirSync(root)).toEqual(['package.json']);
    const done = await fix([], { columns: 80 });
    expect(done.stdout).toContain('created  public/robots.txt: robots, robots-ai-rules');
    expect(done.stderr).toContain(`retest ${har} ${site.url}`);
    expect(readdirSync(join(root, 'public'))).toContain('robots.txt');
    const again = await fix(['--yes']);
    expect(again.stdout).toMatch(
      /^Nothing to write\.\n[\s\S]*robots: public\/robots\.txt is in the project, and not on the site/,
    );
  });

  it.each([
    ['a folder that nothing names', { 'package.json': '{}' }, [], 'robots', /--public/],
    ['a generator of Next.js', { 'src/app/robots.ts': '' }, [], 'robots', /src\/app\/robots\.ts makes it/],
    ['nobody to write to', {}, [], 'security-txt', /--contact/],
    ['no word on the content', {}, [], 'content-signals', /--content-signal/],
    ['titles that a recording does not hold', {}, [], 'llms-txt', /a recording does not hold/],
    ['what is not asked for', {}, ['--only', 'robots'], 'llms-txt', undefined],
    ['nobody who sets the type', {}, [], 'api-catalog', /--for netlify/],
    ['two who set headers', { 'netlify.toml': '', 'vercel.json': '{}' }, [], 'link-headers', /several files/],
    [
      'headers of the owner’s',
      { 'netlify.toml': '[[headers]]\n[headers.values]\nLink = "x"\n' },
      [],
      'link-headers',
      /own/,
    ],
    ['JSON with comments', { 'vercel.json': '{ // mine\n}' }, [], 'link-headers', /safely/],
    [
      'a skill without a description',
      { 'public/.well-known/agent-skills/a/SKILL.md': '---\nname: a\n---\n' },
      [],
      'agent-skills',
      /SKILL\.md/,
    ],
  ] as const)('leaves in the plan: %s', async (_, files, args, check, why) => {
    const { document } = await write(project(files), args);
    if (why === undefined) expect(whyOf(document, check)).toBeUndefined();
    else expect(whyOf(document, check)).toMatch(why);
  });

  it('says what is not in a scorecard, and that no address is known', async () => {
    const card = join(scratch, 'card.json');
    writeFileSync(card, (await runCli([site.url, '--json'])).stdout);
    const fix = async (file: string) => {
      const run = await runCli(['fix', file, '--write', '--json', '--for', 'netlify'], { cwd: project() });
      return JSON.parse(run.stdout) as Written;
    };
    expect(whyOf(await fix(card), 'llms-txt')).toContain('name the site, or a recording');
    expect(whyOf(await fix(har), 'well-known-mcp-card')).toContain('--canonical-origin');
  });

  it('keeps what is there: rules, endings and form', async () => {
    await using robots = await serveSite({
      ...APPLICATION,
      '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /private\n' },
    });
    const vercel = '{\r\n\t"cleanUrls": true, "regions": ["iad1"]\r\n}\r\n';
    const root = project({
      'public/robots.txt':
        '\uFEFF# ours\r\nUser-agent: *\r\nDisallow: /private\r\n\r\nUser-agent: Bing\r\nAllow: /\r\n',
      'vercel.json': vercel,
    });
    const run = await runCli(['fix', robots.url, '--write', '--yes', ...ORIGIN], { cwd: root });
    expect(run.code).toBe(0);
    const text = readFileSync(join(root, 'public/robots.txt'), 'utf8');
    expect(text).toMatch(
      /^\uFEFF# ours\r\nUser-agent: \*\r\nUser-agent: ChatGPT-User\r\n(?:User-agent: [\w-]+\r\n)+Disallow: \/private\r\n\r\nUser-agent: Bing\r\nAllow: \/\r\n\r\nSitemap: \S+\r\n$/,
    );
    expect(readFileSync(join(root, 'vercel.json'), 'utf8')).toMatch(
      /^\{\r\n\t"cleanUrls": true, "regions": \["iad1"\],\r\n\t"headers": \[\r\n\t\t\{[^\n]*\r\n\t\t\t"source": "\/",/,
    );
    expect(readFileSync(join(root, 'vercel.json'), 'utf8').replaceAll('\r\n', '')).not.toContain('\n');
  });

  it.each([
    [
      'the file',
      (root: string, outside: string) => symlinkSync(join(outside, 'x'), join(root, 'public/robots.txt')),
    ],
    [
      'its folder',
      (root: string, outside: string) => {
        rmSync(join(root, 'public'), { recursive: true });
        symlinkSync(outside, join(root, 'public'));
      },
    ],
  ])('follows no link in place of %s', async (_, link) => {
    const outside = mkdtempSync(join(scratch, 'outside-'));
    const root = project({ 'public/a.txt': 'a' });
    link(root, outside);
    const { document } = await write(root);
    expect(whyOf(document, 'robots')).toMatch(/is a link$/);
    expect(readdirSync(outside)).toEqual([]);
  });

  it('refuses a file that has changed since it was read', async () => {
    const root = project({ 'netlify.toml': '# mine\n' });
    const changing: typeof main = (argv, context) =>
      main(argv, {
        ...context,
        stdout: { isTTY: true, write: () => writeFileSync(join(root, 'netlify.toml'), '# theirs\n') },
      });
    const run = await runCli(['fix', har, '--write', ...ORIGIN], { cwd: root, main: changing });
    expect(run).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('netlify.toml has changed since it was read'),
    });
    expect(readdirSync(root)).toEqual(['netlify.toml', 'package.json']);
    expect(readFileSync(join(root, 'netlify.toml'), 'utf8')).toBe('# theirs\n');
  });

  it.each([
    [['--public', '../elsewhere'], 'no folder of the project'],
    [['--public', 'nowhere'], 'no folder of the project'],
    [['--contact', 'security@acme.dev'], 'mailto:'],
    [['--contact', 'mailto:a@acme.dev\nContact: x'], 'mailto:'],
    [['--content-signal', 'search=maybe'], 'yes or no'],
    [['--plan', 'fixes.md'], '--write and --plan'],
  ])('refuses %j', async (args, why) => {
    const root = project();
    expect(await write(root, args)).toMatchObject({ code: 2, stderr: expect.stringContaining(why) });
    expect(readdirSync(root)).toEqual(['package.json']);
  });

  it.each([
    ['SvelteKit', { 'package.json': '{"devDependencies":{"vite":"8","@sveltejs/kit":"2"}}' }, 'static'],
    [
      'VitePress',
      { 'package.json': '{"devDependencies":{"vitepress":"1"}}', 'docs/.vitepress/config.mts': '' },
      'docs/public',
    ],
    ['Hugo', { 'package.json': '{}', 'hugo.toml': '' }, 'static'],
    [
      'a site without a build',
      { 'package.json': '{}', 'netlify.toml': '[build]\n  publish = "./site/"\n', 'site/index.html': '' },
      'site',
    ],
    [
      'what a build makes',
      {
        'package.json': '{}',
        'netlify.toml': '[build]\n  command = "make"\n  publish = "dist"\n',
        'dist/index.html': '',
      },
      null,
    ],
  ])('knows the folder of %s', async (_, files, folder) => {
    expect((await write(project(files), ['--dry-run'])).document).toMatchObject({ public_folder: folder });
  });
});
