/**
 * The signatures of one audit: made once for an authority, and kept from what the audit sees. A request is recorded as it was
 * asked, without them; a server that sends back what it was sent gets them erased from its answer, so that no recording and
 * no page lends the auditor's name to its readers while they hold.
 */
import type { HeaderList } from '../parse/headers.ts';
import type { HttpRequest } from './io.ts';
import type { Sign } from './signing.ts';

const NONE: HeaderList = [];
const ERASED = '*';

export class Signatures {
  readonly #sign: Sign | undefined;
  readonly #made = new Map<string, Promise<HeaderList>>();

  /** @param sign left out where nothing is signed */
  constructor(sign: Sign | undefined) {
    this.#sign = sign;
  }

  /**
   * The fields that sign a request; none for one under another name than the auditor's, and none without TLS, where whoever
   * listens could use them.
   */
  async of({ url, isOwn }: HttpRequest): Promise<HeaderList> {
    const { protocol, host } = new URL(url);
    if (this.#sign === undefined || isOwn !== true || protocol !== 'https:') return NONE;
    // An audit goes on without a signature where none is to be had.
    const made = this.#made.get(host) ?? this.#sign(host).catch(() => NONE);
    this.#made.set(host, made);
    return made;
  }
}

/** The bytes of a signature between their colons (RFC 8941), which are what must not be seen. */
function secretOf(signature: HeaderList): string | undefined {
  const value = signature.find(([name]) => name === 'signature')?.[1];
  return value === undefined ? undefined : /:([^:]+):/.exec(value)?.[1];
}

/** Header fields of an answer, with the signature erased. */
export function withoutSignature(headers: HeaderList, signature: HeaderList): HeaderList {
  const secret = secretOf(signature);
  if (secret === undefined) return headers;
  return headers.map(([name, value]) => [name, value.replaceAll(secret, ERASED.repeat(secret.length))]);
}

/** Erases the signature from a body, in place. */
export function eraseSignature(body: Uint8Array, signature: HeaderList): void {
  const secret = secretOf(signature);
  if (secret === undefined) return;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  for (let at = bytes.indexOf(secret); at >= 0; at = bytes.indexOf(secret, at + secret.length))
    bytes.fill(ERASED, at, at + secret.length);
}
