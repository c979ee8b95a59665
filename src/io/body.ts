/** Reading an answer's body: decompressed, and never more than the limits allow. */
import { pipeline, type Readable, type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import { type HeaderList, headerOf } from './io.ts';

/** Once an audit's allowance is used up, this much of a body is still read, in bytes. */
const LAST_BYTES = 64 * 1024;
/** A server that stacks more encodings than this is not decoded further. */
const MAX_ENCODINGS = 3;

/** Reads the bodies of one audit. */
export class BodyReader {
  readonly #bodyBytes: number;
  #left: number;

  /**
   * @param bodyBytes limit of one body
   * @param auditBytes limit of all bodies together
   */
  constructor(bodyBytes: number, auditBytes: number) {
    this.#bodyBytes = bodyBytes;
    this.#left = auditBytes;
  }

  /**
   * Reads up to the limit and destroys the stream there.
   *
   * @throws what the stream or the decompressor throws
   */
  async read(
    stream: Readable,
    headers: HeaderList,
    enough?: (text: string) => boolean,
  ): Promise<{ bytes: Uint8Array; truncated: boolean }> {
    const limit = Math.min(this.#bodyBytes, Math.max(this.#left, LAST_BYTES));
    const decoders = decodersFor(headerOf(headers, 'content-encoding'));
    const chunks: Buffer[] = [];
    let size = 0;
    let truncated = false;
    const text = new TextDecoder();
    let soFar = '';
    // pipeline hands an error anywhere in the chain on to its end, where the loop below throws it.
    const source =
      decoders.length === 0 ? stream : (pipeline([stream, ...decoders], () => undefined) as Transform);
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        const room = limit - size;
        const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
        chunks.push(part);
        size += part.length;
        if (enough !== undefined) soFar += text.decode(part, { stream: true });
        truncated = chunk.length > room || enough?.(soFar) === true;
        if (truncated) break;
      }
    } finally {
      stream.destroy();
      this.#left -= size;
    }
    return { bytes: Buffer.concat(chunks), truncated };
  }
}

/** What undoes a `Content-Encoding`, outermost first (RFC 9110 section 8.4). An unknown coding is left as it is. */
function decodersFor(encoding: string | undefined): Transform[] {
  const codings = (encoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reverse();
  if (codings.length > MAX_ENCODINGS) return [];
  const decoders = codings.map(decoder);
  return decoders.includes(undefined) ? [] : (decoders as Transform[]);
}

function decoder(coding: string): Transform | undefined {
  // Browsers and curl accept a compressed body whose end is missing; so does the auditor.
  const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(lenient);
    case 'deflate':
      return createInflate(lenient);
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return createZstdDecompress();
    default:
      return undefined;
  }
}
