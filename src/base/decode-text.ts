/** Decodes bytes to text. A separate file, because its encoding tables are a fifth of what a command loads at its start. */
import sniffEncoding from 'html-encoding-sniffer';
import { parseMediaType } from './media-type.ts';
import { looksLikeHtml } from './text.ts';

/** How much of a body without a type is examined, in bytes (MIME Sniffing, "resource header"). */
const SNIFFED = 1445;
/** Length of the longest byte order mark. */
const BOM_BYTES = 3;

/**
 * Decodes a body by its byte order mark, else its charset, else an HTML page's own declaration, else as UTF-8 (WHATWG
 * Encoding, "decode"; HTML, section 13.2.3.2). An unknown charset is ignored; malformed bytes become U+FFFD. The byte order
 * mark is removed.
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
    // Node has no decoder for some encodings of the standard, such as “replacement”.
    return new TextDecoder().decode(body);
  }
}

/** A body without a type is judged by its content. */
function mayBeHtml(body: Uint8Array, essence: string | undefined): boolean {
  if (essence !== undefined) return essence === 'text/html' || essence === 'application/xhtml+xml';
  return looksLikeHtml(String.fromCharCode(...body.subarray(0, SNIFFED)));
}
