/** The encoding of an XML document (XML 1.0 section 4.3.3 and appendix F, RFC 7303). */

/**
 * Decodes the bytes of a document: its byte order mark, else the charset of its media type, else its own declaration,
 * else UTF-8 (RFC 7303 section 3.2, XML appendix F).
 *
 * @param cut the bytes may end in the middle of a character
 * @returns `undefined` where they are none of that encoding, which is an error in XML (section 4.3.3)
 */
export function decodeXml(bytes: Uint8Array, charset: string | undefined, cut = false): string | undefined {
  const declared = declaredEncoding(bytes);
  const labels = [byteOrder(bytes) ?? charset ?? declared ?? 'utf-8', declared];
  for (const label of labels) {
    if (label === undefined) continue;
    try {
      const text = new TextDecoder(label, { fatal: true }).decode(bytes, { stream: cut });
      if (text.includes('<') || bytes.length === 0 || !bytes.includes(0x3c)) return text;
    } catch (error) {
      // A label that nobody knows; otherwise the bytes are at fault.
      if (error instanceof RangeError) return new TextDecoder().decode(bytes);
    }
  }
  return undefined;
}

function byteOrder([a, b, c, d]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0 && c !== 0 && d === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c && c === 0 && d !== 0)) return 'utf-16be';
  return undefined;
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 256));
  return /^<\?xml[^>]*?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z][\w.-]*)["']/.exec(start)?.[1];
}
