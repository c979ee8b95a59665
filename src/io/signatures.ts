/**
 * The signatures of one audit: made once for each authority, and hidden from the rest of the audit. Requests are recorded
 * without them. If a server sends a signature back, it is erased from the answer. Otherwise readers of a recording or a page
 * could use the auditor's name until the signature expires.
 */
import type { HeaderList } from '../parse/headers.ts';
import type { HttpRequest } from './io.ts';
import type { Sign } from './signing.ts';

const NONE: HeaderList = [];

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

/** The bytes of a signature between their colons (RFC 8941), which are what must not be seen; none where there is none. */
export function secretsOfSignature(signature: HeaderList): readonly string[] {
  const value = signature.find(([name]) => name === 'signature')?.[1];
  const secret = value === undefined ? undefined : /:([^:]+):/.exec(value)?.[1];
  return secret === undefined ? [] : [secret];
}
