import { Readable } from 'node:stream';
import {
  brotliCompressSync as br,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BodyReader } from './body.ts';

const KIB = 1024;
const HELLO = Buffer.from('hello '.repeat(50));
const ZEROS = Buffer.alloc(KIB * KIB);

interface Options {
  readonly encoding?: string;
  readonly limit?: number;
  readonly type?: string;
  readonly enough?: (text: string) => boolean;
}

function read(source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, options: Options = {}) {
  const { encoding, limit = 64 * KIB, enough, type = 'text/event-stream; charset=utf-8' } = options;
  const stream = Readable.from(source, { objectMode: false });
  const headers: [string, string][] = encoding === undefined ? [] : [['content-encoding', encoding]];
  if (enough !== undefined) headers.push(['content-type', type]);
  return { stream, body: new BodyReader(limit, 1024 * KIB).read(stream, headers, enough) };
}

async function text(source: Iterable<Uint8Array>, options?: Options): Promise<string> {
  const { bytes, truncated } = await read(source, options).body;
  return Buffer.from(bytes).toString() + (truncated ? '…' : '');
}

function* endless(chunk: Buffer): Generator<Buffer> {
  for (;;) yield chunk;
}

describe('the size of a body', () => {
  it('is read whole up to the limit, to the byte', async () => {
    for (const [size, truncated] of [
      [0, false],
      [64 * KIB - 1, false],
      [64 * KIB, false],
      [64 * KIB + 1, true],
    ] as const) {
      const body = await read([Buffer.alloc(size, 'a')]).body;
      expect([body.bytes.length, body.truncated]).toEqual([Math.min(size, 64 * KIB), truncated]);
    }
  });

  it('ends the stream at the limit', async () => {
    const { stream, body } = read(endless(Buffer.alloc(1000)));
    expect((await body).bytes).toHaveLength(64 * KIB);
    expect(stream.destroyed).toBe(true);
  });

  it('takes no more memory in single bytes than in one piece', async () => {
    const { bytes } = await read(endless(Buffer.from('a')), { limit: 128 * KIB }).body;
    expect(bytes.buffer.byteLength).toBe(128 * KIB);
  });

  it('keeps a small body in a buffer of its own size', async () => {
    const { bytes } = await read([Buffer.from('abc'), Buffer.from('de')]).body;
    expect(bytes.buffer.byteLength).toBe(5);
    expect(Buffer.from(bytes).toString()).toBe('abcde');
  });

  it('gives back what was sent, however it was cut into chunks', async () => {
    const all = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 251));
    for (const size of [1, 7, 300, 999]) {
      const count = Math.ceil(all.length / size);
      const chunks = Array.from({ length: count }, (_, i) => all.subarray(i * size, (i + 1) * size));
      const { bytes, truncated } = await read(chunks).body;
      expect([Buffer.from(bytes).equals(all), truncated]).toEqual([true, false]);
    }
  });

  it('shrinks to a rest once the allowance of the audit is used up', async () => {
    const reader = new BodyReader(200 * KIB, 300 * KIB);
    const sizes: number[] = [];
    for (let i = 0; i < 4; i++) {
      const body = await reader.read(Readable.from(endless(Buffer.alloc(KIB, i)), { objectMode: false }), []);
      expect(body.truncated).toBe(true);
      sizes.push(body.bytes.length / KIB);
    }
    expect(sizes).toEqual([200, 100, 64, 64]);
  });
});

it('equal bodies are kept once', async () => {
  const reader = new BodyReader(200 * KIB, 1200 * KIB);
  const readOnce = () => reader.read(Readable.from(endless(Buffer.alloc(KIB)), { objectMode: false }), []);
  const first = await readOnce();
  for (let i = 0; i < 4; i++) expect((await readOnce()).bytes).toBe(first.bytes);
});

describe('Content-Encoding', () => {
  it.each([
    ['gzip', gzipSync(HELLO)],
    ['GZIP', gzipSync(HELLO)],
    ['br', br(HELLO)],
    ['zstd', zstdCompressSync(HELLO)],
    ['deflate', deflateSync(HELLO)],
    ['deflate', deflateRawSync(HELLO)],
    ['identity', HELLO],
    ['identity, gzip', gzipSync(HELLO)],
    ['gzip, br', br(gzipSync(HELLO))],
    ['deflate, gzip, zstd', zstdCompressSync(gzipSync(deflateSync(HELLO)))],
    ['utf-8', HELLO],
  ])('%s is undone', async (encoding, sent) => {
    expect(await text([sent], { encoding })).toBe(HELLO.toString());
    const bytes = Array.from(sent, (byte) => Uint8Array.of(byte));
    expect(await text(bytes, { encoding })).toBe(HELLO.toString());
  });

  it.each(['gzip', 'br', 'zstd', 'deflate'])('%s: a body that is not so encoded fails', async (encoding) => {
    await expect(read([Buffer.from('<!doctype html>')], { encoding }).body).rejects.toThrow();
    expect(await text([], { encoding }), 'no body at all is not a failure').toBe('');
  });

  it('reads a compressed body whose end is missing as far as it goes', async () => {
    const sent = gzipSync(HELLO);
    expect(await text([sent.subarray(0, sent.length - 8)], { encoding: 'gzip' })).toBe(HELLO.toString());
  });

  it('leaves more than three encodings alone', async () => {
    const four = [1, 2, 3, 4].reduce((bytes) => gzipSync(bytes), HELLO);
    const { bytes } = await read([four], { encoding: 'gzip, gzip, gzip, gzip' }).body;
    expect(Buffer.from(bytes)).toEqual(four);
  });

  it.each([
    ['gzip', gzipSync(ZEROS)],
    ['deflate', deflateSync(ZEROS)],
    ['br', br(ZEROS, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ['zstd', zstdCompressSync(ZEROS)],
    ['gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(ZEROS)))],
  ])('a %s bomb ends at the limit', async (encoding, bomb) => {
    const { stream, body } = read([bomb], { encoding });
    const { bytes, truncated } = await body;
    expect([bytes.length, truncated]).toEqual([64 * KIB, true]);
    expect(stream.destroyed).toBe(true);
  });

  it('a compressed body that never yields anything ends at the limit on the wire', async () => {
    const emptyBlock = Buffer.from([0, 0, 0, 0xff, 0xff]);
    function* nothing() {
      yield Buffer.from([0x78, 0x9c]);
      yield* endless(emptyBlock);
    }
    const { bytes, truncated } = await read(nothing(), { encoding: 'deflate' }).body;
    expect([bytes.length, truncated]).toEqual([0, true]);
  });

  it('a zstd window beyond the 8 MiB of HTTP is refused', async () => {
    const params = { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_enableLongDistanceMatching]: 1 };
    async function* streamed() {
      yield zstdCompressSync(Buffer.alloc(1000), { params, pledgedSrcSize: 1000 });
    }
    expect((await read(streamed(), { encoding: 'zstd' }).body).bytes).toHaveLength(1000);
    // A frame header that asks for a window of 128 MiB (RFC 8878 section 3.1.1.1.2).
    const wide = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3, 0x01, 0x00, 0x00]);
    await expect(read([wide], { encoding: 'zstd' }).body).rejects.toThrow();
  });
});

describe('enough', () => {
  async function* events(count: number): AsyncGenerator<Buffer> {
    for (let i = 0; i < count; i++) yield Buffer.from(`data: ${i} ü\n\n`);
    await new Promise(() => undefined);
  }

  it('leaves a stream that stays open as soon as there is enough of it', async () => {
    const { stream, body } = read(events(3), { enough: (all) => all.includes('data: 2') });
    const { bytes, truncated } = await body;
    expect(Buffer.from(bytes).toString()).toMatch(/data: 2 ü\n\n$/);
    expect(truncated).toBe(true);
    expect(stream.destroyed).toBe(true);
  });

  it('is asked when the stream opens: what stays silent for ever need not be read', async () => {
    const { stream, body } = read(events(0), { enough: (all) => all === '' });
    expect(await body).toEqual({ bytes: new Uint8Array(), truncated: true });
    expect(stream.destroyed).toBe(true);
  });

  it('is not asked about an answer that is not a stream of events', async () => {
    const { body } = read([Buffer.from('{}')], { enough: () => true, type: 'application/json' });
    expect((await body).truncated).toBe(false);
  });

  it('sees whole characters where a chunk ends inside one', async () => {
    const bytes = Array.from(Buffer.from('aüb'), (byte) => Uint8Array.of(byte));
    const seen: string[] = [];
    await read(bytes, { enough: (all) => seen.push(all) > 99 }).body;
    expect(seen.at(-1)).toBe('aüb');
    expect(seen.join('')).not.toContain('\ufffd');
  });

  it('is not shown the same text again and again', async () => {
    let shown = 0;
    const enough = (all: string) => {
      shown += all.length;
      return false;
    };
    async function* bytes() {
      for (let i = 0; i < 5_000; i++) yield Buffer.from('a');
    }
    const { body } = read(bytes(), { limit: 1024 * KIB, enough });
    expect((await body).bytes).toHaveLength(5_000);
    // With a call for each byte, it would be 12.5 million.
    expect(shown).toBeLessThan(8_000_000);
  });
});

it('passes on what the stream throws, and ends the decoder with it', async () => {
  async function* broken() {
    yield gzipSync(HELLO).subarray(0, 12);
    throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
  }
  for (const encoding of ['gzip', 'identity', 'deflate, gzip'])
    await expect(read(broken(), { encoding }).body).rejects.toMatchObject({ code: 'ECONNRESET' });
});
