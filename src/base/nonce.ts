/** Creates short markers for texts. A marker cannot be predicted without knowing its whole text. */
import { createHash } from 'node:crypto';

const CHARS = 11;

/** Returns 66 bits of the text's SHA-256 in base64url: the same text always gets the same marker, which it cannot contain. */
export function nonceOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, CHARS);
}
