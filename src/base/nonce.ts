/** Short markers that nobody can predict without knowing the whole text. */
import { createHash } from 'node:crypto';

const CHARS = 11;

/** Returns 64 bits of the text's SHA-256 in base64url: reproducible, and no text can contain its own nonce. */
export function nonceOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, CHARS);
}
