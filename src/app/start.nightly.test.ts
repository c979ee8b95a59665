/** Tests the arguments of `npm start`, and how it ends. `start.slow.test.ts` tests what it serves. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { DEMO_SITES } from './demo/index.ts';
import { descendants, freePort, gone, listenAnywhere, start, startUntil } from './testing/start.ts';

it('builds the catalog once, and checks that it responds', async () => {
  const { status, stdout, stderr } = start('--once', '--port', await freePort());
  expect([status, stderr]).toEqual([0, expect.stringContaining('Building the site')]);
  for (const { title } of DEMO_SITES) expect(stdout).toContain(title);
  expect(stdout).toContain('The catalog was built, and responds at http://localhost:');
});

it('stops immediately during a build, and leaves no process running', async () => {
  const running = await startUntil('Building the site', '--port', await freePort());
  let started = descendants(running.pid);
  for (; started.length === 0; started = descendants(running.pid)) await sleep(50);
  expect(await running.end('SIGTERM')).toBe(143);
  await gone(started);
});

it('reports a port that is taken', async () => {
  const { port, close } = await listenAnywhere();
  const { status, stdout, stderr } = start('--once', '--port', `${port}`);
  await close();
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`Port ${port} cannot be used`);
});

it('shows the whole scorecard of a named site', () => {
  const { status, stdout } = start('docs');
  expect(status).toBe(0);
  expect(stdout).toContain('Discoverability');
  expect(stdout).toMatch(/audited .+ UTC · /);
  expect(stdout).not.toContain('Tidewatch');
});

it('keeps the demo sites running with --serve', async () => {
  const running = await startUntil('Ctrl-C ends.', '--serve');
  expect(await running.end('SIGINT')).toBe(0);
});

it('prints the options for --help', () => {
  const { status, stdout } = start('--help');
  expect([status, stdout.split('\n')[0]]).toEqual([
    0,
    'Usage: npm start -- [site...] [--once] [--port <n>] [--serve] [--no-color]',
  ]);
});

it.each([[['nosuch']], [['--nosuch']], [['--port', '0']], [['--port', '1e3']]])(
  'refuses %j with the usage',
  (argv) => {
    const { status, stdout, stderr } = start(...argv);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(argv.at(-1));
    expect(stderr).toContain('Usage:');
  },
);
