/** Reading an answer's body: decompressed, and never more than the limits allow. */
import { hash } from 'node:crypto';
import { pipeline, type Readable, type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { type HeaderList, headerOf } from '../../base/headers.ts';

/** Once an audit's allowance is used up, this much of a body is still read, in bytes. */
const LAST_BYTES = 64 * 1024;

/** What was read of a body. */
interface Body {
  readonly bytes: Uint8Array;
  /** It went on beyond the limit, or was left because `enough` was reached. */
  readonly truncated: boolean;
}

/** Reads the bodies of one audit. */
export class BodyReader {
  readonly #bodyBytes: number;
  /** By digest: a site that has one page for every path is kept once. */
  readonly #kept = new Map<string, Uint8Array>();
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
  async read(stream: Readable, headers: HeaderList, enough?: (text: string) => boolean): Promise<Body> {
    const limit = Math.min(this.#bodyBytes, Math.max(this.#left, LAST_BYTES));
    const decode = decoderOf(headerOf(headers, 'content-encoding'));
    const wire = new Wire(stream, limit);
    const collected = new Collected(limit);
    // Only a stream of events may stay open after what was asked for has come.
    const events = /^text\/event-stream\b/i.test(headerOf(headers, 'content-type') ?? '');
    const watch = enough !== undefined && events ? new Watch(enough) : undefined;
    try {
      // Asked before anything was read, too: that a stream opens may be all that is wanted of it.
      if (watch?.opened() === true) return { bytes: new Uint8Array(), truncated: true };
      for await (const chunk of decode === undefined ? wire.bytes() : decode(wire.bytes())) {
        const part = collected.add(chunk);
        if (collected.full || watch?.reached(part) === true) break;
      }
      const bytes = this.#keep(collected.bytes());
      return { bytes, truncated: wire.cut || collected.full || watch?.done === true };
    } finally {
      // A stream that is left before it was read reports that it was: nobody else listens.
      stream.on('error', () => undefined);
      stream.destroy();
      // Equal bodies count too: each of them will be parsed.
      this.#left -= collected.size;
    }
  }

  #keep(bytes: Uint8Array): Uint8Array {
    const digest = hash('sha256', bytes, 'base64');
    const kept = this.#kept.get(digest) ?? bytes;
    this.#kept.set(digest, kept);
    return kept;
  }
}

/** The bytes as they come, up to a limit: a compressed body that never ends need not yield anything decompressed. */
class Wire {
  readonly #stream: Readable;
  readonly #limit: number;
  cut = false;

  constructor(stream: Readable, limit: number) {
    this.#stream = stream;
    this.#limit = limit;
  }

  async *bytes(): Bytes {
    let size = 0;
    for await (const chunk of this.#stream as Bytes) {
      yield chunk;
      size += chunk.length;
      this.cut = size > this.#limit;
      if (this.cut) return;
    }
  }
}

/** Beyond this size a body gets room for the limit at once: memory that is not written to costs nothing. */
const SMALL = 128 * 1024;

/** One growing buffer: a body in a million small chunks takes no more memory than one in a few large ones. */
class Collected {
  readonly #limit: number;
  #buffer = Buffer.alloc(0);
  size = 0;
  /** There was more than the limit. */
  full = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds what still fits, and says what that was. */
  add(chunk: Buffer): Buffer {
    const room = this.#limit - this.size;
    this.full = chunk.length > room;
    const part = this.full ? chunk.subarray(0, room) : chunk;
    const size = this.size + part.length;
    if (size > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(size > SMALL ? this.#limit : Math.min(this.#limit, 2 * size));
      this.#buffer.copy(larger, 0, 0, this.size);
      this.#buffer = larger;
    }
    part.copy(this.#buffer, this.size);
    this.size = size;
    return part;
  }

  /** What was added, in a buffer of just that size. */
  bytes(): Uint8Array {
    const buffer = this.#buffer;
    return this.size === buffer.length ? buffer : new Uint8Array(buffer.subarray(0, this.size));
  }
}

/** Characters that `enough` may be shown freely, over all calls for one body. */
const FREE_CHARS = 4 * 1024 * 1024;

/**
 * Asks `enough` after each chunk. It is shown all text so far, which is quadratic in the number of chunks; so a
 * stream of very many small chunks is looked at only each time that it has grown by a quarter.
 */
class Watch {
  readonly #enough: (text: string) => boolean;
  readonly #decoder = new TextDecoder();
  #text = '';
  #shown = 0;
  #next = 0;
  done = false;

  constructor(enough: (text: string) => boolean) {
    this.#enough = enough;
  }

  /** Whether nothing of the body is wanted. */
  opened(): boolean {
    this.done = this.#enough('');
    return this.done;
  }

  reached(part: Buffer): boolean {
    this.#text += this.#decoder.decode(part, { stream: true });
    const { length } = this.#text;
    if (this.#shown > FREE_CHARS && length < this.#next) return false;
    this.#shown += length;
    this.#next = length * 1.25;
    this.done = this.#enough(this.#text);
    return this.done;
  }
}

type Bytes = AsyncIterable<Buffer>;
type Decoder = (source: Bytes) => Bytes;

/** A server that stacks more encodings than this is not decoded further. */
const MAX_ENCODINGS = 3;
/** Browsers and curl accept a compressed body whose end is missing; so does the auditor. */
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH };
/** The largest window that zstd may have in HTTP: 8 MiB (RFC 9659 section 3). */
const ZSTD_WINDOW_LOG = 23;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: through(() => createGunzip(LENIENT)),
  'x-gzip': through(() => createGunzip(LENIENT)),
  deflate: inflate,
  br: through(() => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })),
  zstd: through(() =>
    createZstdDecompress({
      finishFlush: constants.ZSTD_e_flush,
      params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
    }),
  ),
};

/** What undoes this field value; `undefined` when there is nothing to undo, or a coding that the auditor does not know. */
function decoderOf(encoding: string | undefined): Decoder | undefined {
  const codings = (encoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0 || codings.length > MAX_ENCODINGS) return undefined;
  const decoders: Decoder[] = [];
  for (const coding of codings) {
    const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
    if (decoder === undefined) return undefined;
    decoders.push(decoder);
  }
  // The last coding named was applied last, so it comes off first.
  return (source) => decoders.reduceRight((bytes, decoder) => decoder(bytes), source);
}

function through(make: () => Transform): Decoder {
  // pipeline hands an error anywhere in the chain on to its end, whose reader throws it.
  return (source) => pipeline(source, make(), () => undefined);
}

/**
 * "deflate" is the zlib format (RFC 9110 section 8.4.1.2), but some servers send bare DEFLATE; the first byte of zlib
 * names the method, 8 (RFC 1950 section 2.2).
 */
async function* inflate(source: Bytes): Bytes {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const zlib = ((first.value[0] ?? 0) & 0x0f) === 8;
  const all = (async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  })();
  yield* through(() => (zlib ? createInflate(LENIENT) : createInflateRaw(LENIENT)))(all);
}

/** All bytes of a stream; `undefined` where it has more than `most`, and is left. */
export async function boundedBytes(
  stream: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
