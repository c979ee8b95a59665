/** What a plan makes of the guides for one web server, read by that server. */
import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CheckId, definitions } from '../../../definitions/index.ts';
import { auditSite } from '../../serve.ts';
import { blocksOf } from '../../snippets/blocks.ts';
import { configurationPlan } from '../../snippets/server-plans.ts';
import { folder } from '../process.ts';
import { nginxConfig } from '../servers/static.ts';
import { apacheConfig } from './apache.ts';
import { write } from './project.ts';
import { started } from './starters.ts';

type Texts = ReadonlyMap<string, string>;

/** Writes a configuration with the texts of a plan in their places, and gives the command that reads it. */
const READERS: Readonly<Record<string, (folder: string, texts: Texts) => Promise<readonly string[]>>> = {
  async nginx(path, texts) {
    const server = `server { listen 127.0.0.1:8080; ${texts.get('server { … }') ?? ''} }`;
    await write(path, 'nginx.conf', nginxConfig(path, `${texts.get('http { … }') ?? ''}${server}`));
    return ['/usr/sbin/nginx', '-t', '-p', path, '-e', 'stderr', '-c', join(path, 'nginx.conf')];
  },
  async caddy(path, texts) {
    await write(path, 'Caddyfile', texts.get('Caddyfile') ?? '');
    return ['/usr/bin/caddy', 'validate', '--adapter', 'caddyfile', '--config', join(path, 'Caddyfile')];
  },
  async apache(path, texts) {
    // The syntax of .htaccess is that of <Directory>.
    const htaccess = `<Directory ${path}/site>\n${texts.get('.htaccess') ?? ''}</Directory>\n`;
    const host = `${texts.get('<VirtualHost>') ?? ''}${htaccess}`;
    await write(path, 'apache.conf', apacheConfig(path, 8080, host));
    return ['/usr/sbin/apache2', '-t', '-f', join(path, 'apache.conf')];
  },
};

const EVERY = ['all guides', new Set<string>(definitions.map(({ id }) => id))] as const;
const CASES = Object.keys(READERS).flatMap((server) =>
  [EVERY, ...definitions.map(({ id }) => [id, new Set<string>([id])] as const)]
    .map(([name, ids]) => ({
      server,
      name,
      texts: configurationPlan([server], (id) => ids.has(id)).configuration,
    }))
    .filter(({ texts }) => texts.length > 0),
);

it.each(CASES)('$server reads what it gets of $name', { timeout: 60_000 }, async ({ server, texts }) => {
  await using place = await folder();
  await mkdir(join(place.path, 'site'));
  const own = texts.map((one) => [one.place, one.text.replaceAll('/var/www/example', place.path)] as const);
  const [command = '', ...args] = (await READERS[server]?.(place.path, new Map(own))) ?? [];
  const env = { ...process.env, HOME: place.path, XDG_DATA_HOME: place.path, XDG_CONFIG_HOME: place.path };
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', env });
  expect(status, stderr).toBe(0);
});

/** By Accept, by the User-Agent of tools and of assistants, and as a 404: each in a guide of its own, all in one configuration. */
const NEGOTIATED: readonly CheckId[] = [
  'accept-markdown',
  'markdown-accept-plain',
  'markdown-cli-ua',
  'markdown-agent-ua',
  'markdown-vary',
  'agent-friendly-404-md',
];

it.each(Object.keys(READERS))(
  '%s negotiates by all guides at once',
  { timeout: 60_000 },
  async (platform) => {
    const { configuration } = configurationPlan([platform], (id) => NEGOTIATED.includes(id));
    const guide = configuration
      .map(({ place, language, text }) => {
        const code = text.replace('shop.test {', 'example.com {');
        return `\`\`\`${language}\n# ${place.startsWith('.') ? '' : 'in '}${place}\n${code}\`\`\`\n`;
      })
      .join('\n');
    const blocks = blocksOf('accept-markdown', `## How to fix it\n\n${guide}`);
    await using stack = await started({ check: 'accept-markdown', platform, blocks, general: [] });
    const { scorecard } = await auditSite(stack.url, { only: [...NEGOTIATED] });
    const judged = scorecard.results.filter(({ id }) => NEGOTIATED.includes(id as CheckId));
    expect(judged).toHaveLength(NEGOTIATED.length);
    expect(judged.map(({ id, status, evidence }) => [id, status === 'pass' ? status : evidence])).toEqual(
      judged.map(({ id }) => [id, 'pass']),
    );
    const asset = await fetch(`${stack.url}/app.css`, { headers: { accept: 'text/markdown' } });
    expect(asset.headers.get('vary') ?? '').not.toMatch(/Accept\b(?!-)|User-Agent/);
  },
);
