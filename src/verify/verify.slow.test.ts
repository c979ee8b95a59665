/** The local server is as it should be, and each deliberate fault in front of it is found. */
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStore } from '../service/store.ts';
import { builtSite, SITE_ADDRESS } from '../site/testing/build.ts';
import { builtSiteListener, serveBuilt } from '../site/testing/serve.ts';
import { listen, type TestServer } from '../testing/servers.ts';
import type { Group } from './probe.ts';
import { sender } from './send.ts';
import { type Break, breaking, type Passing } from './testing/broken.ts';
import { type Finding, type VerifyOptions, verify } from './verify.ts';

let folder: string;
let site: TestServer;
beforeAll(async () => {
  folder = await builtSite();
  site = await serveBuilt(folder);
}, 110_000);
afterAll(() => site?.[Symbol.asyncDispose]());

async function verified(at: string, options: Partial<VerifyOptions> = {}) {
  await using connection = sender(at);
  const onWait = () => expect.unreachable('Nothing is to be waited for.');
  return await verify({
    at,
    publishedAs: SITE_ADDRESS,
    now: new Date(),
    send: connection.send,
    onWait,
    ...options,
  });
}

const inShort = ({ request, what, expected, seen }: Finding) =>
  `${request}: ${what}: expected ${expected}, seen ${seen}`;

describe('the local server', () => {
  it('is as it should be, in all of its groups', async () => {
    await using whole = await breaking(site.port, () => undefined);
    const { findings, unjudged, answers, expectations } = await verified(whole.url);
    expect(findings.map(inShort)).toEqual([]);
    expect(unjudged).toEqual([]);
    expect(answers).toBeGreaterThan(200);
    expect(expectations).toBeGreaterThan(5 * answers);
  });
});
