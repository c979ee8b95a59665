/** Creates short markers that cannot be predicted without knowing the whole text. */
import { createHash } from 'node:crypto';

const CHARS = 11;

/** Returns 66 bits of the text's SHA-256 in base64url. The result is reproducible, and a text cannot contain its own. */
export function nonceOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, CHARS);
}
