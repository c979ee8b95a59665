import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { envelopeSchema } from '../../audit/scorecard/schema.ts';
import { ALLOW_REMOTE } from '../../base/npx.ts';
import { INSTALLED_NAME, PACKAGE_NAME, version } from '../../base/package.ts';
import { smallSite } from '../../testing/cli.ts';
import { NPM_VERSIONS, npmFolder } from '../../testing/nightly/packages.ts';
import type { TestServer } from '../../testing/servers.ts';
import { builtSite, SITE_ADDRESS } from '../testing/build.ts';
import { serveBuilt } from '../testing/serve.ts';
import type { CommandLine } from './facts.ts';
import { packCli } from './pack.ts';

const run = promisify(execFile);

let folder: string;
let site: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'npx-'));
  await mkdir(join(folder, 'empty'));
  site = await serveBuilt(await builtSite());
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Runs npx on a machine with only Node and npm, without a registry. */
async function npx(args: readonly string[], npm?: string): Promise<string> {
  const [program, ...given] =
    npm === undefined ? ['npx'] : [process.execPath, join(npmFolder(npm), 'node_modules/npm/bin/npx-cli.js')];
  const { stdout } = await run(program ?? 'npx', [...given, '--yes', ALLOW_REMOTE, ...args], {
    cwd: join(folder, 'empty'),
    maxBuffer: 16 * 1024 * 1024,
    env: {
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
      HOME: folder,
      AUDIT_RESOLVER: 'http://127.0.0.1:9/dns-query',
      npm_config_cache: join(folder, `cache${npm ?? ''}`),
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_update_notifier: 'false',
    },
  });
  return stdout;
}

async function facts() {
  return (await (await fetch(`${site.url}/cli.json`)).json()) as CommandLine;
}

describe('the published package', () => {
  test('has the same bytes when built again, and others for another address', async () => {
    const { sha256 } = await facts();
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    const usual = process.umask(0o077);
    try {
      expect(digest(await packCli(SITE_ADDRESS))).toBe(sha256);
    } finally {
      process.umask(usual);
    }
    expect(digest(await packCli('https://other.test'))).not.toBe(sha256);
  });

  test.each(NPM_VERSIONS)('runs with npm %s', async (npm) => {
    expect(await npx([`${site.url}/cli.tgz`, '--version'], npm)).toBe(`${version}\n`);
  });

  test('runs with npx from its address in an empty folder, and leaves no files', async () => {
    const address = `${site.url}/cli-${version}.tgz`;
    expect(await npx([address, '--version'])).toBe(`${version}\n`);

    await using target = await smallSite();
    const { target: audited, auditor_url } = envelopeSchema.parse(
      JSON.parse(await npx([address, target.url, '--json'])),
    );
    expect(audited).toBe(new URL(target.url).host);
    expect(auditor_url).toBe(`${SITE_ADDRESS}/score`);

    // The suggested commands must work although the program is not on the PATH.
    expect(await npx([address, '--help'])).toContain(
      `npx --allow-remote=root ${SITE_ADDRESS}/cli-${version}.tgz <command> [options]`,
    );
    // The skill stays in the project, so it names the newest version.
    const project = await mkdtemp(join(folder, 'project-'));
    await npx([address, 'skill', 'install', '--dir', project]);
    const skill = (await readdir(project, { recursive: true })).find((name) => name.endsWith('SKILL.md'));
    expect(await readFile(join(project, skill ?? ''), 'utf8')).toContain(
      `npx --allow-remote=root ${SITE_ADDRESS}/cli.tgz fix http://localhost:3000\n`,
    );
    expect(await readdir(join(folder, 'empty'))).toEqual([]);

    const [installed = ''] = await readdir(join(folder, 'cache/_npx'));
    const lock = await readFile(join(folder, 'cache/_npx', installed, 'package-lock.json'), 'utf8');
    expect(JSON.parse(lock).packages[`node_modules/${PACKAGE_NAME}`]).toMatchObject({
      resolved: address,
      integrity: (await facts()).integrity,
    });
  });

  test('is small and has no dependencies', async () => {
    const response = await fetch(`${site.url}/cli.tgz`);
    const bytes = Buffer.from(await response.arrayBuffer());
    // A third of the package is the tokenizer.
    expect(bytes.byteLength).toBeLessThan(1_400_000);
    const archive = join(folder, 'cli.tgz');
    await writeFile(archive, bytes);
    const packed = JSON.parse((await run('tar', ['xzfO', archive, 'package/package.json'])).stdout);
    expect(packed).toMatchObject({ name: manifest.name, version: manifest.version, bin: manifest.bin });
    expect(Object.keys(packed).filter((key) => /dependencies|scripts|overrides/i.test(key))).toEqual([]);
  });

  test('has one command, named like the package, so npx cannot run anything else', () => {
    expect(Object.keys(manifest.bin)).toEqual([INSTALLED_NAME]);
    expect(INSTALLED_NAME).toBe(PACKAGE_NAME.replace(/^@[^/]+\//, ''));
  });
});
