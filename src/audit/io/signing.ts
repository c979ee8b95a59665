/**
 * Signs requests with HTTP Message Signatures (RFC 9421), so a site can tell the auditor from imitators. Follows the IETF's
 * web bot authentication drafts (draft-ietf-webbotauth-httpsig-protocol-01, section 4.2).
 *
 * A signature covers the authority, not the whole request, so all requests to an origin use the same signature. The key stays
 * in the main process. The audit process, which reads the site's responses, receives only signatures that expire soon.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
} from 'node:crypto';
import { component, createSignatureSync } from 'http-message-sig';
import * as z from 'zod';
import type { HeaderList } from '../../base/headers.ts';

export const KEY_DIRECTORY_PATH = '/.well-known/http-message-signatures-directory';

/** The lifetime of a signature, in seconds. It is longer than any audit. */
const VALID_S = 300;
const LABEL = 'sig1';
const AGENT = 'signature-agent';

/** A function that returns the signature headers for requests over TLS to an authority, such as `example.com:8443`. */
export type Sign = (authority: string) => Promise<HeaderList>;

/** A public key in the format of a key directory (JWK, RFC 7517 and RFC 8037). */
interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  /** The thumbprint of the key (RFC 7638), in base64url. */
  readonly kid: string;
  readonly use: 'sig';
}

export interface SigningKey {
  readonly key: KeyObject;
  readonly publicKey: PublicKey;
}

const jwkSchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
});

/**
 * Parses an operator's private Ed25519 key (JWK).
 * @throws Error if the text is not a private Ed25519 key; the error's message does not contain the text
 */
export function readSigningKey(text: string): SigningKey {
  try {
    const { kty, crv, x, d } = jwkSchema.parse(JSON.parse(text));
    const key = createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' });
    const publicJwk = createPublicKey(key).export({ format: 'jwk' });
    if (publicJwk.x !== x) throw new Error('the halves do not belong together');
    const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
    return { key, publicKey: { kty, crv, x, kid, use: 'sig' } };
  } catch {
    throw new Error(
      'AUDIT_SIGNING_KEY is not a private Ed25519 key as JWK: {"kty":"OKP","crv":"Ed25519","x":"…","d":"…"}.',
    );
  }
}

/**
 * Parses the operator's key (the variable `AUDIT_SIGNING_KEY`); returns `undefined` if it is missing or empty.
 * @throws Error if the text is not a private Ed25519 key (JWK)
 */
export function operatorsKey(text: string | undefined): SigningKey | undefined {
  return text === undefined || text === '' ? undefined : readSigningKey(text);
}

/** Returns a function that signs requests. The origin `agent` publishes the public key. `now` returns epoch milliseconds. */
export function signer({ key, publicKey }: SigningKey, agent: string, now: () => number): Sign {
  const signWith = {
    algorithm: 'ed25519',
    sign: (data: Uint8Array) => new Uint8Array(signBytes(null, data, key)),
  };
  return async (authority) => {
    const field = `${LABEL}="${agent}"`;
    const created = Math.floor(now() / 1000);
    const { signature, signatureInput } = createSignatureSync(
      {
        kind: 'request',
        method: 'GET',
        targetUri: `https://${authority}/`,
        fields: [{ name: AGENT, value: field }],
      },
      {
        label: LABEL,
        components: ['@authority', component(AGENT, { key: LABEL })],
        parameters: { created, expires: created + VALID_S, keyid: publicKey.kid, tag: 'web-bot-auth' },
        signer: signWith,
      },
    );
    return [
      [AGENT, field],
      ['signature-input', signatureInput],
      ['signature', signature],
    ];
  };
}
