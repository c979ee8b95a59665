/** Undoing `Content-Encoding` (RFC 9110 section 8.4). */
import { pipeline, type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

export type Bytes = AsyncIterable<Buffer>;
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
export function decoderOf(encoding: string | undefined): Decoder | undefined {
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
