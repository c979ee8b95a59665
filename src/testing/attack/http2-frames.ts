/** Implements HTTP/2 (RFC 9113, RFC 7541) by hand, because Node's server cannot break the rules. */
import { createServer, type TLSSocket } from 'node:tls';
import { listen, type TestServer } from '../servers.ts';
import { LOOPBACK_CERT, TEST_KEY } from '../tls.ts';
import { floodOn } from './serve.ts';

/** Frame types (RFC 9113 section 6). */
export const TYPE = {
  data: 0,
  headers: 1,
  settings: 4,
  ping: 6,
  continuation: 9,
} as const;

export const FLAG = { ack: 1, endStream: 1, endHeaders: 4 } as const;

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const HEAD_BYTES = 9;

export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array = new Uint8Array(),
): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => void bytes.writeUInt32BE(value, 4 * i));
  return bytes;
}

export function settings(...pairs: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.concat(
    pairs.map(([id, value]) => Buffer.concat([Buffer.from([id >> 8, id & 0xff]), uint32(value)])),
  );
  return frame(TYPE.settings, 0, 0, payload);
}

/** Encodes an integer for HPACK with a prefix of this many bits, whose other bits are `high` (RFC 7541 section 5.1). */
function integer(value: number, prefix: number, high = 0): number[] {
  const most = 2 ** prefix - 1;
  if (value < most) return [high | value];
  const bytes = [high | most];
  let rest = value - most;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  return Buffer.concat([Buffer.from(integer(bytes.length, 7)), bytes]);
}

/** Encodes a header for HPACK; `indexed` also adds it to the dynamic table. */
export function field(name: string, value: string, indexed = false): Buffer {
  return Buffer.concat([Buffer.from([indexed ? 0x40 : 0]), text(name), text(value)]);
}

/** Returns a complete response: HEADERS and, for a body, one DATA frame. */
export function answer(
  stream: number,
  status: number,
  fields: Readonly<Record<string, string>> = {},
  body = '',
): Buffer {
  const block = Buffer.concat([
    field(':status', String(status)),
    ...Object.entries(fields).map(([name, value]) => field(name, value)),
  ]);
  const ends = body === '' ? FLAG.endStream : 0;
  const headers = frame(TYPE.headers, FLAG.endHeaders | ends, stream, block);
  if (body === '') return headers;
  return Buffer.concat([headers, frame(TYPE.data, FLAG.endStream, stream, Buffer.from(body))]);
}

export function home(stream: number): Buffer {
  return answer(stream, 200, { 'content-type': 'text/html' }, HOME);
}
const HOME = '<!doctype html><html lang=en><title>Home</title><h1>Home</h1>';

interface H2Request {
  readonly stream: number;
  readonly isHome: boolean;
}

export interface H2Connection {
  send(...frames: readonly Buffer[]): void;
  /** Sends endlessly, as fast as the client reads. */
  flood(make: () => Buffer): void;
}

export interface H2Behavior {
  request(connection: H2Connection, request: H2Request): void;
}

const STATIC = { get: 2, root: 4 } as const;

/** Returns the static table entries that a header block refers to by index (RFC 7541 section 6); all others are ignored. */
function staticFields(block: Buffer): ReadonlySet<number> {
  const found = new Set<number>();
  let at = 0;
  const number = (prefix: number): number => {
    const most = 2 ** prefix - 1;
    let value = (block[at++] ?? 0) & most;
    if (value < most) return value;
    for (let shift = 0; at < block.length; shift += 7) {
      const byte = block[at++] ?? 0;
      value += (byte & 127) << shift;
      if (byte < 128) break;
    }
    return value;
  };
  const skipText = () => {
    const length = number(7);
    at += length;
  };
  while (at < block.length) {
    const byte = block[at] ?? 0;
    if (byte >= 128) found.add(number(7));
    else if (byte >= 64) literal(6);
    else if (byte >= 32) number(5);
    else literal(4);
  }
  return found;

  function literal(prefix: number): void {
    if (number(prefix) === 0) skipText();
    skipText();
  }
}

export function h2Site(host: string, { request }: H2Behavior): Promise<TestServer> {
  const server = createServer({ key: TEST_KEY, cert: LOOPBACK_CERT, ALPNProtocols: ['h2'] });
  server.on('tlsClientError', () => undefined);
  server.on('secureConnection', (socket) => {
    const connection = connectionOn(socket);
    connection.send(settings());
    let unread = Buffer.alloc(0);
    let isPrefaced = false;
    socket.on('data', (data) => {
      unread = Buffer.concat([unread, data]);
      if (!isPrefaced) {
        if (unread.length < PREFACE.length) return;
        unread = unread.subarray(PREFACE.length);
        isPrefaced = true;
      }
      while (unread.length >= HEAD_BYTES) {
        const end = HEAD_BYTES + unread.readUIntBE(0, 3);
        if (unread.length < end) return;
        heard(connection, unread.subarray(0, end), request);
        unread = unread.subarray(end);
      }
    });
  });
  return listen(server, 'https', host);
}

function heard(connection: H2Connection, bytes: Buffer, request: H2Behavior['request']): void {
  const [type, flags = 0] = [bytes[3], bytes[4]];
  const stream = bytes.readUInt32BE(5);
  const payload = bytes.subarray(HEAD_BYTES);
  if (type === TYPE.settings && (flags & FLAG.ack) === 0) connection.send(frame(TYPE.settings, FLAG.ack, 0));
  if (type === TYPE.ping && (flags & FLAG.ack) === 0) connection.send(frame(TYPE.ping, FLAG.ack, 0, payload));
  if (type !== TYPE.headers) return;
  // A header block may begin with a priority of five bytes (section 6.2).
  const fields = staticFields(payload.subarray((flags & 0x20) === 0 ? 0 : 5));
  request(connection, {
    stream,
    isHome: fields.has(STATIC.get) && fields.has(STATIC.root),
  });
}

function connectionOn(socket: TLSSocket): H2Connection {
  socket.on('error', () => undefined);
  const isOpen = () => !socket.destroyed && socket.writable;
  return {
    send(...frames) {
      if (isOpen()) socket.write(Buffer.concat(frames));
    },
    flood(make) {
      floodOn(socket, make);
    },
  };
}
