/** Short marks that nobody can foresee who does not know the whole text. */
import { createHash } from 'node:crypto';

const CHARS = 11;

/**
 * Returns 64 bits of the text's SHA-256 in base64url (11 characters). The same text has the same mark, so that output is
 * reproducible; a text that contains its own mark cannot be made.
 */
export function nonceOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, CHARS);
}
