/** The protocol's own conformance suite, in server mode, against the endpoint. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { nightlyFile } from '../../testing/nightly/packages.ts';
import { shared } from '../../testing/shared.ts';
import { serveDemoEndpoint } from './testing/demos.ts';

const SUITE = nightlyFile('@modelcontextprotocol/conformance/dist/index.js');

/** Scenarios for any server. The others need the suite's own fixture server. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

const served = shared(await serveDemoEndpoint(['ready.demo', 'neglected.demo']));

it.each(SCENARIOS)('%s', async (scenario) => {
  const args = ['server', '--url', served.endpoint.url.href, '--scenario', scenario];
  // Rejects if the suite exits with a code other than 0.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [SUITE, ...args]);
  // A scenario without any checks also succeeds, so require at least one.
  expect(stdout + stderr).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/);
});
