/** Decodes the files that commands read, and reports files that are not text. */
import { fileText } from '../base/decode-text.ts';
import { CliError } from './errors.ts';

/** The hint for a wrong encoding. It does not suggest `>`, because the user's shell may write the same encoding again. */
const SAVE_AS_UTF8 =
  'Save it as UTF-8. --output-file writes reports in UTF-8, and “>” of some shells does not.';

/**
 * Decodes the bytes of a file.
 * @param name the file's name in messages
 * @throws CliError of `kind` for bytes that are neither UTF-8 nor UTF-16 with a byte order mark
 */
export function textIn(bytes: Uint8Array, name: string, kind: 'usage' | 'configuration'): string {
  const text = fileText(bytes);
  if (text.ok) return text.value;
  throw new CliError(kind, `Cannot read ${name}: it is ${text.why}.`, { hint: SAVE_AS_UTF8 });
}
