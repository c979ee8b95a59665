/** The command on a machine with other users: what one of them puts in its way, put there by another user. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli } from '../testing/cli.ts';
import { serveSite, type TestSite } from '../testing/serve.ts';

let folder: string;
let site: TestSite;
/** What arrived in the header. */
const arrived = new Set<unknown>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'users-'));
  site = await serveSite({
    '*': (request, response) => {
      arrived.add(request.headers.authorization);
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>a</title><h1>a</h1>');
    },
  });
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const MODULE = `import { writeFileSync } from 'node:fs';
writeFileSync(new URL('./executed', import.meta.url), process.geteuid() + '');
export default {};`;

describe.skipIf(process.geteuid?.() !== 0)('a stranger', () => {
  /** Runs a shell script as another user. */
  const asStranger = (script: string, cwd: string) =>
    execFileSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', 'sh', '-c', script], {
      cwd,
    });

  /** A folder like /tmp, and in it one of the caller's own. */
  function shared(): { top: string; work: string } {
    const top = mkdtempSync(join(folder, 'tmp-'));
    for (const path of [folder, top]) chmodSync(path, 0o1777);
    const work = join(top, 'work');
    mkdirSync(work);
    return { top, work };
  }

  const JSON_CONFIG = () =>
    JSON.stringify({
      target: site.url,
      headers: ['authorization=env:SECRET'],
      outputFiles: { json: 'stolen.json' },
    });

  it.each<[string, 'json' | 'ts', string, string[]]>([
    ['a module above', 'ts', 'true', []],
    ['a module above, in a dry run', 'ts', 'true', ['--dry-run']],
    ['a configuration above', 'json', 'true', []],
    ['a module above that seems to be in the repository', 'ts', 'mkdir .git', []],
    ['a configuration above that seems to be in the repository', 'json', 'mkdir .git', []],
  ])('has no say by %s', async (_, ending, more, args) => {
    const { top, work } = shared();
    const name = `agent-readiness.config.${ending}`;
    writeFileSync(join(folder, 'content'), ending === 'ts' ? MODULE : JSON_CONFIG());
    asStranger(`${more} && cp ../content ${name}`, top);
    arrived.clear();
    for (const target of [[site.url], []]) {
      const run = await cli([...target, ...args], { cwd: work, env: { SECRET: 'a-secret-of-mine' } });
      expect(run).toMatchObject({ code: 78, stdout: '' });
      expect(run.stderr).toMatch(/is not read: (?:it belongs to user 65534|it is outside of the project)/);
    }
    expect(arrived.size).toBe(0);
    expect(existsSync(join(top, 'executed'))).toBe(false);
    expect(readdirSync(top).filter((one) => one.includes('stolen'))).toEqual([]);
    // What the caller names is the caller's own choice.
    const named = await cli([site.url, '--only', 'robots', '--config', join(top, name)], {
      cwd: work,
      env: { SECRET: 'a-secret-of-mine' },
    });
    expect(named.code).toBe(0);
    expect([existsSync(join(top, 'executed')), arrived.has('a-secret-of-mine')]).toEqual([
      ending === 'ts',
      ending === 'json',
    ]);
  });

  it('cannot read a recording', async () => {
    const { work } = shared();
    await cli([site.url, '--only', 'robots', '--har', 'site.har'], { cwd: work });
    expect(() => asStranger('cat site.har 2> /dev/null', work)).toThrow();
    expect(readdirSync(work)).toEqual(['site.har']);
  });

  it('has no say by a link in a folder that both write to', async () => {
    const { top, work } = shared();
    chmodSync(work, 0o777);
    asStranger('mkdir ../elsewhere && ln -s ../elsewhere .claude', work);
    const run = await cli(['skill', 'install', 'claude'], { cwd: work });
    expect(run).toMatchObject({ code: 77, stderr: expect.stringContaining('leads out of the project') });
    expect(readdirSync(join(top, 'elsewhere'))).toEqual([]);
  });
});
