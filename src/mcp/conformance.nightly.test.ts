/**
 * The protocol's own conformance suite, in server mode, against the endpoint, and against what `npm start` serves: the built
 * site with the whole service before the endpoint, on loopback.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, listenLocally } from '../app/preview/loopback.ts';
import { urlOf } from '../app/preview/preview.ts';
import { builtSite } from '../site/testing/build.ts';
import { builtSiteListener } from '../site/testing/serve.ts';
import { nightlyFile } from '../testing/nightly/packages.ts';
import { type DemoEndpoint, serveDemoEndpoint } from './testing/demos.ts';

const SUITE = nightlyFile('@modelcontextprotocol/conformance/dist/index.js');

/** What any server can be asked. */
const APPLIES = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

/** The rest of the suite, with the reason for which each says nothing of this server. */
const DOES_NOT_APPLY: Readonly<Record<string, readonly string[]>> = {
  "calls tools of the suite's own fixture server (test_simple_text and the like)": [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'tools-call-with-progress',
    'json-schema-2020-12',
    'server-sse-polling',
    'server-sse-multiple-streams',
  ],
  "reads resources of the suite's own fixture server (test://static-text and the like)": [
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
  ],
  "gets or completes prompts of the suite's own fixture server (test_simple_prompt and the like)": [
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
    'completion-complete',
  ],
  'logging, which the server does not declare: there is nothing to tell a client that its answer does not say':
    ['logging-set-level', 'tools-call-with-logging'],
  'subscriptions, which the server does not declare: without sessions there is nobody to notify': [
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  'asks the client for input, which no tool here does': [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ],
};

let served: DemoEndpoint;
let local: AsyncDisposable;
const urls: Record<'the endpoint' | 'the local server', string> = {
  'the endpoint': '',
  'the local server': '',
};

beforeAll(async () => {
  served = await serveDemoEndpoint(['ready.demo', 'neglected.demo']);
  urls['the endpoint'] = served.endpoint.url.href;
  const port = await freePort();
  local = await listenLocally(port, await builtSiteListener(await builtSite()));
  urls['the local server'] = `${urlOf(port)}/mcp`;
}, 110_000);

afterAll(async () => {
  await served?.[Symbol.asyncDispose]();
  await local?.[Symbol.asyncDispose]();
});

/** Fails where the suite ends with another code than 0. */
async function suite(...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [SUITE, ...args]);
  return stdout + stderr;
}

it('every scenario of the suite is accounted for', async () => {
  const named = [...(await suite('list', '--server')).matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
  const known = [...APPLIES, ...Object.values(DOES_NOT_APPLY).flat()];
  expect(named.toSorted()).toEqual(known.toSorted());
});

describe.each(['the endpoint', 'the local server'] as const)('%s', (server) => {
  it.each(APPLIES)('%s', async (scenario) => {
    const told = await suite('server', '--url', urls[server], '--scenario', scenario);
    // A scenario that found nothing to check ends well too.
    expect(told).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/);
  });
});
