import { describe, expect, it } from 'vitest';
import { parseTarget } from '../target.ts';
import { FORBIDDEN_ADDRESSES, FORBIDDEN_FORMS } from '../testing/forbidden.ts';
import { testIo } from '../testing/live.ts';
import { type TestNetwork, testNetwork } from '../testing/network.ts';
import { auditPublicly, PUBLIC, PUBLIC_V6, refusal, resultOf, SITE } from '../testing/public-audit.ts';
import { serveSite } from '../testing/serve.ts';

const HOST = new URL(SITE).hostname;
/** Every request of the audit needs a connection of its own, and every connection resolves the name. */
const CLOSING = {
  '/': { type: 'text/html', headers: { connection: 'close' }, body: '<!doctype html><title>Home</title>' },
  '*': { status: 404, headers: { connection: 'close' } },
};

const portOf = ({ url }: { url: string }) => Number(new URL(url).port);

/** Nothing was dialled, and the canary is silent. */
function expectNoCall(network: TestNetwork) {
  expect(network.dialled).toEqual([]);
  expect(network.calls()).toBe(0);
}

describe('refused by their form', () => {
  it.each(FORBIDDEN_FORMS)('$what', async ({ says, inputs }) => {
    await using network = await testNetwork();
    for (const input of inputs) {
      const error = await refusal(input, network);
      expect(error, input).toMatchObject({ kind: 'invalid_target', message: expect.stringMatching(says) });
      expect(error.message.length).toBeLessThan(300);
      expect(error.message).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|secret/u);
      expect(error.hint).toMatch(/^Pass the host name of a public site/);
    }
    expect(network.resolved).toEqual([]);
    expectNoCall(network);
  });
});

describe('refused by what their name resolves to', () => {
  it.each(FORBIDDEN_ADDRESSES)('%s', async (address) => {
    await using network = await testNetwork({ names: { [HOST]: [[address]] } });
    for (const input of [SITE, HOST]) {
      const error = await refusal(input, network);
      expect(error.kind).toBe('target_unreachable');
      expect(error.message).toContain(`${HOST} leads to an address that is not public`);
      expect(error.message).not.toContain(address);
      expect(error.hint).toMatch(/public addresses/);
    }
    expect(network.resolved).toEqual([HOST, HOST]);
    expectNoCall(network);
  });

  it.each([
    [[PUBLIC, '127.0.0.1', '::1']],
    [['127.0.0.1', PUBLIC]],
    [['10.0.0.1', PUBLIC_V6, '169.254.169.254']],
    [['::1', PUBLIC, 'fc00::1', PUBLIC_V6]],
    [['::ffff:127.0.0.1', PUBLIC_V6]],
  ])('%j: only what is public is called, also where nobody answers there', async (answer) => {
    await using gone = await serveSite({});
    await gone[Symbol.asyncDispose]();
    const sites = { [`${PUBLIC}:80`]: portOf(gone), [`[${PUBLIC_V6}]:80`]: portOf(gone) };
    await using network = await testNetwork({ names: { [HOST]: [answer] }, sites });
    const error = await refusal(SITE, network);
    expect(error).toMatchObject({
      kind: 'target_unreachable',
      message: expect.stringMatching(/ECONNREFUSED/),
    });
    expect(network.dialled.toSorted()).toEqual(
      Object.keys(sites).filter((at) => answer.some((one) => at.includes(one))),
    );
    expect(network.calls()).toBe(0);
  });
});

describe('names that change between two answers', () => {
  it.each(['http', 'https'])('are called where the one answer led that was checked (%s)', async (scheme) => {
    const answers = [['93.184.215.1'], ['93.184.215.2'], ['93.184.215.3'], ['2606::4'], ['93.184.215.5']];
    await using network = await testNetwork({ names: { [HOST]: answers } });
    await using live = testIo({ network: 'public', targetHost: HOST, lookup: network.lookup });
    for (const _ of answers) await live.get(`${scheme}://${HOST}/`);
    const port = scheme === 'http' ? 80 : 443;
    const expected = answers.flat().map((one) => (one.includes(':') ? `[${one}]:${port}` : `${one}:${port}`));
    expect(network.dialled).toEqual(expected);
    expect(network.resolved).toHaveLength(answers.length);
  });

  it.each([
    [[[PUBLIC], ['127.0.0.1']]],
    [[[PUBLIC], ['::1'], [PUBLIC], ['10.0.0.1']]],
    [
      [
        [PUBLIC, PUBLIC_V6],
        ['::ffff:127.0.0.1', '64:ff9b::7f00:1'],
      ],
    ],
    [[[PUBLIC], [PUBLIC, '169.254.169.254'], ['169.254.169.254']]],
  ])('%j: the rest of the audit is refused', async (answers) => {
    await using site = await serveSite(CLOSING);
    const sites = { [`${PUBLIC}:80`]: portOf(site), [`[${PUBLIC_V6}]:80`]: portOf(site) };
    await using network = await testNetwork({ names: { [HOST]: answers }, sites });
    const envelope = await auditPublicly(SITE, network);
    expect(resultOf(envelope, 'security-txt')).toMatchObject({
      status: 'error',
      evidence: expect.stringMatching(/not public/),
    });
    expect(network.resolved.length).toBeGreaterThan(20);
    expect(Object.keys(sites)).toEqual(expect.arrayContaining([...new Set(network.dialled)]));
    expect(network.calls()).toBe(0);
    expect(JSON.stringify(envelope)).not.toMatch(/127\.0\.0\.1|10\.0\.0\.1|169\.254|::1/);
  });

  it('are refused in the next audit too', async () => {
    await using site = await serveSite(CLOSING);
    const names: Record<string, string[][]> = { [HOST]: [[PUBLIC]] };
    await using network = await testNetwork({ names, sites: { [`${PUBLIC}:80`]: portOf(site) } });
    await auditPublicly(SITE, network, { only: ['robots'] });
    names[HOST] = [['192.168.0.1']];
    expect((await refusal(SITE, network)).kind).toBe('target_unreachable');
    expect(network.calls()).toBe(0);
  });
});

describe('the canary', () => {
  const forms = FORBIDDEN_FORMS.flatMap(({ inputs }) => inputs).flatMap((input) => {
    try {
      return [parseTarget(input, 'any')];
    } catch {
      return [];
    }
  });

  it('sings wherever a call is allowed: each of these would have been one', async () => {
    expect(forms.length).toBeGreaterThan(15);
    for (const { url, hostname } of forms) {
      await using network = await testNetwork({ names: { [hostname]: [['10.1.2.3']] } });
      await using live = testIo({ lookup: network.lookup });
      await live.get(url);
      expect(network.calls(), url).toBeGreaterThan(0);
    }
    for (const address of FORBIDDEN_ADDRESSES) {
      await using network = await testNetwork({ names: { [HOST]: [[address]] } });
      await using live = testIo({ lookup: network.lookup });
      expect((await live.get(SITE)).answer?.status, address).toBe(200);
    }
  });
});
