#!/usr/bin/env node
/**
 * Tests a packed command line (`node scripts/try-package.ts <package.tgz>`). Installs it into a folder with a difficult name,
 * audits a site with the command and with the library, and replays the recording. It needs only Node and npm, so the workflow
 * `check` runs it on every supported system and version of Node.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PAGE =
  '<!doctype html><html lang="en"><title>Tea</title><main><h1>Tea</h1><p>A small site.</p></main></html>';

const [, , file] = process.argv;
if (file === undefined) throw new Error('The path of the package is missing.');
const folder = await mkdtemp(join(tmpdir(), 'try package é-'));
const server = createServer(({ url }, response) => {
  const isThere = url === '/';
  response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
  response.end(isThere ? PAGE : '<!doctype html><title>Not found</title>');
});
try {
  const { name, cli } = await install(resolve(file));
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const work = join(folder, 'a folder', 'of its own');
  await mkdir(work, { recursive: true });
  const audit = async (...args: string[]) => {
    const { stdout } = await run(process.execPath, [cli, ...args, '--resolver', 'off'], { cwd: work });
    return stdout;
  };
  const har = join('recordings here', 'site.har');
  await mkdir(join(work, 'recordings here'));
  const liveVerdicts = verdicts(await audit(site, '--json', '--har', har));
  const again = verdicts(
    (await run(process.execPath, [cli, '--replay', har, '--json'], { cwd: work })).stdout,
  );
  if (liveVerdicts.size === 0) throw new Error('The audit gave no verdicts.');
  assertSame(liveVerdicts, again, 'in the replay');
  const code =
    "process.stdout.write(JSON.stringify(await (await import(name)).audit(site, { resolver: 'off' })));";
  const names = `const [name, site] = ${JSON.stringify([name, site])};`;
  const imported = await run(process.execPath, ['--input-type=module', '--eval', names + code], {
    cwd: work,
  });
  assertSame(liveVerdicts, verdicts(imported.stdout), 'in a program that imports it');
  if (liveVerdicts.get('robots') !== 'absent') throw new Error(`robots is ${liveVerdicts.get('robots')}.`);
  const reports = join('reports', 'audit.sarif');
  await audit(site, '--output-file', `sarif=${reports}`);
  JSON.parse(await readFile(join(work, reports), 'utf8'));
  await run(process.execPath, [cli, 'skill', 'install'], { cwd: work });
  process.stdout.write(
    `${liveVerdicts.size} verdicts, the same in the replay, on Node ${process.versions.node}, ${process.platform}.\n`,
  );
} finally {
  server.close();
  await rm(folder, { recursive: true, force: true });
}

async function install(tarball: string): Promise<{ readonly name: string; readonly cli: string }> {
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, tarball];
  // On Windows, npm is a script. Only a shell can start it, and the shell needs quotes around paths with spaces.
  const windows = process.platform === 'win32';
  const quoted = windows ? args.map((arg) => `"${arg}"`) : args;
  await run('npm', quoted, { shell: windows, cwd: folder });
  const packages = join(folder, 'node_modules');
  const [name = ''] = (await readdir(packages)).filter((one) => !one.startsWith('.'));
  const manifest: { bin: Record<string, string> } = JSON.parse(
    await readFile(join(packages, name, 'package.json'), 'utf8'),
  );
  return { name, cli: join(packages, name, Object.values(manifest.bin)[0] ?? '') };
}

function assertSame(expected: Map<string, string>, other: Map<string, string>, where: string): void {
  for (const [id, status] of expected) {
    if (other.get(id) !== status) throw new Error(`${id} was ${status}, and ${other.get(id)} ${where}.`);
  }
}

function verdicts(json: string): Map<string, string> {
  const { scorecard }: { scorecard: { results: { id: string; status: string }[] } } = JSON.parse(json);
  return new Map(scorecard.results.map(({ id, status }) => [id, status]));
}
