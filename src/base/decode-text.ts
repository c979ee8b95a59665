/** Decodes bytes to text. A separate file, so that commands load its large encoding tables only if they need them. */
import sniffEncoding from 'html-encoding-sniffer';
import { parseMediaType } from './media-type.ts';
import type { Parsed } from './parsed.ts';
import { looksLikeHtml } from './text.ts';

/** The number of bytes examined in a body without a Content-Type (MIME Sniffing, "resource header"). */
const SNIFFED = 1445;
const BOM_BYTES = 3;

/**
 * Decodes a body. Uses the encoding of the byte order mark, or else the charset of the Content-Type, or else the encoding
 * that an HTML page declares. The default is UTF-8 (WHATWG Encoding, "decode"; HTML, section 13.2.3.2). An unknown charset is
 * ignored, malformed bytes become U+FFFD, and the byte order mark is removed.
 */
export function decodeText(body: Uint8Array, contentType: string | undefined): string {
  const type = parseMediaType(contentType);
  const declaring = mayBeHtml(body, type?.essence) ? body : body.subarray(0, BOM_BYTES);
  const encoding = sniffEncoding(declaring, {
    transportLayerEncodingLabel: type?.charset,
    defaultEncoding: 'utf-8',
  });
  try {
    return new TextDecoder(encoding).decode(body);
  } catch {
    // Node has no decoder for some encodings of the Encoding Standard, such as “replacement”.
    return new TextDecoder().decode(body);
  }
}

/** Returns whether a body may be HTML. If it has no Content-Type, its first bytes decide. */
function mayBeHtml(body: Uint8Array, essence: string | undefined): boolean {
  if (essence !== undefined) return essence === 'text/html' || essence === 'application/xhtml+xml';
  return looksLikeHtml(String.fromCharCode(...body.subarray(0, SNIFFED)));
}

/** The number of bytes examined to decide whether a file without a byte order mark is text. */
const PROBED = 256;

/** Byte order marks (Unicode 16.0, 23.8) and gzip's signature (RFC 1952, 2.3.1), longest first: UTF-32 starts like UTF-16. */
const SIGNATURES = [
  { bytes: [0xff, 0xfe, 0, 0], name: 'UTF-32' },
  { bytes: [0, 0, 0xfe, 0xff], name: 'UTF-32' },
  { bytes: [0xff, 0xfe], name: 'UTF-16', label: 'utf-16le' },
  { bytes: [0xfe, 0xff], name: 'UTF-16', label: 'utf-16be' },
  { bytes: [0x1f, 0x8b], name: 'compressed with gzip' },
] as const satisfies readonly {
  readonly bytes: readonly number[];
  readonly name: string;
  readonly label?: string;
}[];

/** Decodes UTF-8, or UTF-16 with a byte order mark (as PowerShell 5.1 writes). For other content, `why` says what it is. */
export function fileText(bytes: Uint8Array): Parsed<string> {
  const found = SIGNATURES.find((one) => one.bytes.every((byte, i) => bytes[i] === byte));
  const label = found === undefined ? 'utf-8' : 'label' in found ? found.label : undefined;
  if (found !== undefined && label === undefined) return { ok: false, why: found.name };
  const unmarked = found === undefined ? whyNotText(bytes.subarray(0, PROBED)) : undefined;
  if (unmarked !== undefined) return { ok: false, why: unmarked };
  try {
    return { ok: true, value: new TextDecoder(label, { fatal: true }).decode(bytes) };
  } catch {
    const why = found === undefined ? 'text that is not UTF-8' : `damaged ${found.name}`;
    return { ok: false, why };
  }
}

/** Returns why a file is not UTF-8, for example `UTF-16`; `undefined` if it is UTF-8. */
export function whyNotUtf8(bytes: Uint8Array): string | undefined {
  const read = fileText(bytes);
  if (!read.ok) return read.why;
  return bytes[0] === 0xff || bytes[0] === 0xfe ? 'UTF-16' : undefined;
}

/** Returns why bytes are not UTF-8 text. One zero byte in the first pair means UTF-16 that starts with ASCII, as in JSON. */
function whyNotText(start: Uint8Array): string | undefined {
  if (!start.includes(0)) return undefined;
  const pair = [start[0], start[1]];
  return pair.filter((byte) => byte === 0).length === 1
    ? 'UTF-16 without a byte order mark'
    : 'binary, not text';
}
