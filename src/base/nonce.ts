/** Creates the markers around untrusted texts. The author of a text cannot predict its marker before the text is complete. */
import { createHash } from 'node:crypto';

const CHARS = 11;

/** Returns a text's marker: 66 bits of its SHA-256 in base64url. Equal texts get equal markers; no text contains its marker. */
export function nonceOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, CHARS);
}
