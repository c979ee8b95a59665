/** The auditor's signatures, verified by a library that shares no code with the signer. */
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import { httpbis } from 'http-message-signatures';
import { afterEach, describe, expect, it } from 'vitest';
import { testIo } from '../../testing/live.ts';
import { serveSite } from '../../testing/serve.ts';
import { listen, type TestServer } from '../../testing/servers.ts';
import { TEST_CERT, TEST_KEY } from '../../testing/tls.ts';
import { recordingIo } from './record.ts';
import { readSigningKey, signer } from './signing.ts';

const AGENT = 'https://catalog.example';
const FIELDS = ['signature', 'signature-agent', 'signature-input'];
const TEXT = JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
const KEY = readSigningKey(TEXT);
/** The public half of another key. */
const OTHER = 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs';

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
}

let server: TestServer;
afterEach(() => server?.[Symbol.asyncDispose]());

/** A TLS server that records its requests and returns their headers in the response. */
async function echo() {
  const asked: Asked[] = [];
  const echoing: Server = createServer({ key: TEST_KEY, cert: TEST_CERT }, (request, response) => {
    const headers = request.headers as Record<string, string>;
    asked.push({ method: request.method ?? '', url: `https://${headers.host}${request.url}`, headers });
    response.setHeader('x-seen', headers.signature ?? 'none');
    response.end(JSON.stringify(headers));
  });
  server = await listen(echoing, 'https');
  return { asked, url: server.url };
}

/** Returns whether a library other than the signer's accepts the request's signature with the public key. */
function verified({ method, url, headers }: Asked): Promise<boolean | null> {
  const key = createPublicKey({ key: { ...KEY.publicKey }, format: 'jwk' });
  return httpbis.verifyMessage(
    {
      requiredFields: ['@authority'],
      requiredParams: ['created', 'expires', 'keyid', 'tag'],
      async keyLookup({ keyid, tag }) {
        if (keyid !== KEY.publicKey.kid || tag !== 'web-bot-auth') return null;
        return {
          id: keyid,
          algs: ['ed25519'],
          verify: async (data, signature) => verify(null, data, key, signature),
        };
      },
    },
    { method, url, headers },
  );
}

describe('a request under the auditor’s own name', () => {
  it('is signed so that a verifier accepts it, whatever is requested', async () => {
    const { asked, url } = await echo();
    await using io = testIo({ ca: [TEST_CERT], sign: signer(KEY, AGENT, Date.now) });
    const first = await io.get(`${url}/llms.txt?a=b`, { isOwn: true });
    expect(first.answer?.status).toBe(200);
    await io.get(`${url}/mcp`, { isOwn: true, method: 'POST', body: '{}' });
    expect(asked).toHaveLength(2);
    for (const seen of asked) {
      expect(seen.headers['signature-agent']).toBe(`sig1="${AGENT}"`);
      expect(seen.headers['signature-input']).toMatch(
        /^sig1=\("@authority" "signature-agent";key="sig1"\);created=\d+;expires=\d+;keyid="[\w-]{43}";tag="web-bot-auth"$/,
      );
      expect(await verified(seen)).toBe(true);
    }
  });

  it('is refused at another site, in another name and when its time is over', async () => {
    const { asked, url } = await echo();
    const old = () => Date.now() - 3_600_000;
    await using io = testIo({ ca: [TEST_CERT], sign: signer(KEY, AGENT, Date.now) });
    await using late = testIo({ ca: [TEST_CERT], sign: signer(KEY, AGENT, old) });
    await io.get(url, { isOwn: true });
    await late.get(url, { isOwn: true });
    const [seen, expired] = asked as [Asked, Asked];
    const elsewhere = {
      ...seen,
      url: 'https://other.example/',
      headers: { ...seen.headers, host: 'other.example' },
    };
    const renamed = {
      ...seen,
      headers: { ...seen.headers, 'signature-agent': 'sig1="https://other.example"' },
    };
    for (const wrong of [elsewhere, renamed]) expect(await verified(wrong)).toBe(false);
    await expect(verified(expired)).rejects.toThrow('expired');
  });

  it('is not signed without TLS, where a listener could use the signature', async () => {
    let headers: object = {};
    await using site = await serveSite({
      '/': (request, response) => {
        headers = request.headers;
        response.end();
      },
    });
    await using io = testIo({ sign: signer(KEY, AGENT, Date.now) });
    await io.get(site.url, { isOwn: true });
    expect(headers).toHaveProperty('host');
    for (const name of FIELDS) expect(headers).not.toHaveProperty(name);
  });

  it('is sent without a signature where none can be made', async () => {
    const { asked, url } = await echo();
    await using io = testIo({ ca: [TEST_CERT], sign: () => Promise.reject(new Error('no')) });
    expect((await io.get(url, { isOwn: true })).answer?.status).toBe(200);
    for (const name of FIELDS) expect(asked[0]?.headers).not.toHaveProperty(name);
  });
});

it('signs nothing that goes out under another name: a site must treat that as it treats the other', async () => {
  const { asked, url } = await echo();
  await using io = testIo({ ca: [TEST_CERT], sign: signer(KEY, AGENT, Date.now) });
  await io.get(url, { headers: [['user-agent', 'curl/8.14.1']] });
  for (const name of FIELDS) expect(asked[0]?.headers).not.toHaveProperty(name);
});

it('keeps signatures out of what is seen and recorded, where a server sends them back too', async () => {
  const { asked, url } = await echo();
  await using io = testIo({ ca: [TEST_CERT], sign: signer(KEY, AGENT, Date.now) });
  const recording = recordingIo(io.io);
  const exchange = await recording.io.send(
    { method: 'GET', url, headers: [['user-agent', 'AgentReadinessAuditor/1.0']], isOwn: true },
    new AbortController().signal,
  );
  const secret = /:(.+):/.exec(asked[0]?.headers.signature ?? '')?.[1] ?? '';
  expect(secret).toHaveLength(88);
  const body = Buffer.from(exchange.answer?.body ?? []).toString();
  expect(JSON.parse(body)).toMatchObject({ signature: `sig1=:${'*'.repeat(88)}:` });
  const har = recording.har({ target: url, siteType: null, baseUrl: AGENT });
  const texts = [JSON.stringify(har), Buffer.from(JSON.stringify(har)).toString('base64'), body];
  for (const text of texts) expect(text).not.toContain(secret);
  expect(JSON.stringify(har.log.entries.map(({ request }) => request))).not.toContain('signature');
});

describe('an operator’s key', () => {
  it('has a public half for the directory, and nothing else', () => {
    const { kty, crv, x } = JSON.parse(TEXT) as JsonWebKey;
    expect(KEY.publicKey).toEqual({ kty, crv, x, kid: expect.stringMatching(/^[\w-]{43}$/), use: 'sig' });
  });

  it.each([
    ['no JSON', 'secret'],
    ['a public key', JSON.stringify({ ...JSON.parse(TEXT), d: undefined })],
    ['of another kind', JSON.stringify({ ...JSON.parse(TEXT), crv: 'X25519' })],
    ['of two halves that do not belong together', JSON.stringify({ ...JSON.parse(TEXT), x: OTHER })],
    ['too short', JSON.stringify({ ...JSON.parse(TEXT), d: 'c2VjcmV0' })],
  ])('is refused where it is %s, without a word of it', (_, text) => {
    const refusal = () => readSigningKey(text);
    expect(refusal).toThrow('is not a private Ed25519 key');
    const { d = 'secret' } = text.startsWith('{') ? (JSON.parse(text) as { d?: string }) : {};
    expect(refusal).not.toThrow(d);
  });
});

it('erases every spelling in which a server sends a signature back', async () => {
  const secret = `a/b+c/d+${'x1'.repeat(38)}==`;
  const spellings = [
    JSON.stringify(secret).replaceAll('/', '\\/'),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('hex'),
  ];
  server = await listen(
    createServer({ key: TEST_KEY, cert: TEST_CERT }, (_, response) => response.end(spellings.join('\n'))),
    'https',
  );
  await using io = testIo({ ca: [TEST_CERT], sign: async () => [['signature', `sig1=:${secret}:`]] });
  const { answer } = await io.get(`${server.url}/`, { isOwn: true });
  const body = new TextDecoder().decode(answer?.body);
  for (const one of spellings) expect(body).not.toContain(one.slice(4, -4));
});
