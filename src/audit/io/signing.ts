/**
 * Signatures by which a site can tell the auditor from whoever only uses its name: HTTP Message Signatures (RFC 9421) as the
 * IETF's web bot authentication has them (draft-ietf-webbotauth-httpsig-protocol-01, section 4.2).
 *
 * A signature covers the authority and not the request, so that one serves all requests to an origin. The key stays in the
 * process that starts audits: where a site's answers are read there are only signatures, which soon expire.
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

/** Where the public keys of an origin are published. */
export const KEY_DIRECTORY_PATH = '/.well-known/http-message-signatures-directory';

/** How long a signature holds, in seconds: longer than any audit. */
const VALID_S = 300;
const LABEL = 'sig1';
const AGENT = 'signature-agent';

/** The header fields that sign what is sent to an authority (`example.com`, `example.com:8443`) over TLS. */
export type Sign = (authority: string) => Promise<HeaderList>;

/** The public half of a key, as a directory lists it (RFC 7517, RFC 8037). */
interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  /** Its thumbprint (RFC 7638), base64url. */
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
 * Reads an operator's key: a private Ed25519 key as JWK.
 *
 * @throws Error where it is none; the message never holds what was given
 */
export function readSigningKey(text: string): SigningKey {
  try {
    const { kty, crv, x, d } = jwkSchema.parse(JSON.parse(text));
    const key = createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' });
    const own = createPublicKey(key).export({ format: 'jwk' });
    if (own.x !== x) throw new Error('the halves do not belong together');
    const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
    return { key, publicKey: { kty, crv, x, kid, use: 'sig' } };
  } catch {
    throw new Error(
      'AUDIT_SIGNING_KEY is not a private Ed25519 key as JWK: {"kty":"OKP","crv":"Ed25519","x":"…","d":"…"}.',
    );
  }
}

/**
 * The key that an operator has set (`AUDIT_SIGNING_KEY`), if any: a secret that is not set reaches the job of a workflow as
 * an empty text.
 *
 * @throws Error for a text that is no key
 */
export function operatorsKey(text: string | undefined): SigningKey | undefined {
  return text === undefined || text === '' ? undefined : readSigningKey(text);
}

/**
 * Signs in the name of a catalog.
 *
 * @param agent the catalog's origin, where the key directory is
 * @param now milliseconds of the epoch
 */
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
