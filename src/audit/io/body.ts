/** Reads response bodies, decompresses them and limits their size. */
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

/** The maximum number of bytes to read from each body after the audit has reached its limit for all bodies. */
const LAST_BYTES = 64 * 1024;

interface Body {
  readonly bytes: Uint8Array;
  /** Whether the body exceeded the limit, or reading stopped early because the request's `enough` returned true. */
  readonly truncated: boolean;
}

export class BodyReader {
  readonly #bodyBytes: number;
  /** The bodies in memory, by digest. A page that the site sends for every path is stored only once. */
  readonly #bodies = new Map<string, Uint8Array>();
  #bytesLeft: number;

  /** Creates a reader with a limit for each body and a limit for all bodies together, both in bytes. */
  constructor(bodyBytes: number, auditBytes: number) {
    this.#bodyBytes = bodyBytes;
    this.#bytesLeft = auditBytes;
  }

  /** Reads a body up to the limit, then destroys the stream. Throws errors from the stream or the decompressor. */
  async read(stream: Readable, headers: HeaderList, enough?: (text: string) => boolean): Promise<Body> {
    const limit = Math.min(this.#bodyBytes, Math.max(this.#bytesLeft, LAST_BYTES));
    const decode = decoderOf(headerOf(headers, 'content-encoding'));
    const wire = new Wire(stream, limit);
    const collected = new Collected(limit);
    // Only event streams may be closed early, because they may stay open after the expected data has arrived.
    const events = /^text\/event-stream\b/i.test(headerOf(headers, 'content-type') ?? '');
    const watch = enough !== undefined && events ? new Watch(enough) : undefined;
    try {
      // Calls `enough` before the first chunk, because the caller may only need to know that the stream opens.
      if (watch?.opened() === true) return { bytes: new Uint8Array(), truncated: true };
      for await (const chunk of decode === undefined ? wire.bytes() : decode(wire.bytes())) {
        const part = collected.add(chunk);
        if (collected.full || watch?.reached(part) === true) break;
      }
      const bytes = this.#keep(collected.bytes());
      return { bytes, truncated: wire.cut || collected.full || watch?.done === true };
    } finally {
      // If a stream is destroyed before it is read, it emits an error that no other listener handles.
      stream.on('error', () => undefined);
      stream.destroy();
      // A body that equals an earlier one also counts towards the limit, because it is parsed again.
      this.#bytesLeft -= collected.size;
    }
  }

  #keep(bytes: Uint8Array): Uint8Array {
    const digest = hash('sha256', bytes, 'base64');
    const sharedBytes = this.#bodies.get(digest) ?? bytes;
    this.#bodies.set(digest, sharedBytes);
    return sharedBytes;
  }
}

/** Reads a body's bytes before decompression, up to a limit. Otherwise, data that decompresses to nothing could be endless. */
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

/** The size in bytes above which the buffer grows to the limit at once. Memory that is not written to costs nothing. */
const SMALL = 128 * 1024;

/** A growing buffer for one body. A million small chunks take no more memory than a few large ones. */
class Collected {
  readonly #limit: number;
  #buffer = Buffer.alloc(0);
  size = 0;
  /** Whether more than `limit` bytes arrived. */
  full = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds as much of the chunk as fits, and returns the added part. */
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

  bytes(): Uint8Array {
    const buffer = this.#buffer;
    return this.size === buffer.length ? buffer : new Uint8Array(buffer.subarray(0, this.size));
  }
}

/** After `Watch` has passed this many characters of one body to `enough` in total, it calls `enough` less often. */
const FREE_CHARS = 4 * 1024 * 1024;

/**
 * Calls `enough` with the text of one body so far, until `enough` returns true. Each call scans the whole text, so one call
 * per chunk would take quadratic time. After `FREE_CHARS`, `enough` is called only when the text has grown by a quarter.
 */
class Watch {
  readonly #enough: (text: string) => boolean;
  readonly #decoder = new TextDecoder();
  #text = '';
  #scannedChars = 0;
  #next = 0;
  done = false;

  constructor(enough: (text: string) => boolean) {
    this.#enough = enough;
  }

  /** Returns whether the caller needs no body at all, only the headers. */
  opened(): boolean {
    this.done = this.#enough('');
    return this.done;
  }

  reached(part: Buffer): boolean {
    this.#text += this.#decoder.decode(part, { stream: true });
    const { length } = this.#text;
    if (this.#scannedChars > FREE_CHARS && length < this.#next) return false;
    this.#scannedChars += length;
    this.#next = length * 1.25;
    this.done = this.#enough(this.#text);
    return this.done;
  }
}

type Bytes = AsyncIterable<Buffer>;
type Decoder = (source: Bytes) => Bytes;

/** The maximum number of content encodings on one body. A body with more is not decoded. */
const MAX_ENCODINGS = 3;
/** Options that accept a compressed body that ends early, as browsers and curl do. */
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH };
/** The maximum zstd window in HTTP, as a power of two: 8 MiB (RFC 9659 section 3). */
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

/** Returns the decoder for a Content-Encoding value; `undefined` if the body is not encoded or cannot be decoded. */
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
  // The encoding named last was applied last, so it is removed first.
  return (source) => decoders.reduceRight((bytes, decoder) => decoder(bytes), source);
}

function through(make: () => Transform): Decoder {
  // Reading from the result of `pipeline` throws all errors from the source and the decoder, so the callback ignores them.
  return (source) => pipeline(source, make(), () => undefined);
}

/**
 * Decodes `deflate`, which should be zlib data (RFC 9110 section 8.4.1.2). The first byte of zlib data contains the method 8.
 * Some servers send raw DEFLATE data instead.
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

/** Returns all bytes of a stream. If the stream has more than `most` bytes, destroys it and returns `undefined`. */
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
