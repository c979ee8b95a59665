/** The size limits of an envelope (.github/DECISIONS.md, "One audit"). Texts are limited in UTF-16 code units. */

/** The maximum size of an envelope as JSON, in bytes. */
export const ENVELOPE_BYTES = 512 * 1024;

export const BOUNDS = {
  /** The evidence, which a failed result contains four times. */
  evidence: 600,
  /** The evidence as a JSON string, in bytes. One UTF-16 code unit takes up to three bytes. */
  evidenceBytes: 800,
  finding: 200,
  /** The facts behind the evidence as JSON, in bytes. If the evidence is short, the facts may use its unused bytes. */
  detailsBytes: 450,
  mostDetailsBytes: 2_000,
  /** A text in a fact. If not all facts fit, the shorter limit applies to each. */
  factText: 300,
  shortFactText: 80,
  facts: 20,
  /** The number of redirects and the number of details in one fact. */
  hops: 10,
  found: 10,
  /** The sentence with the result, which contains the evidence. */
  result: 700,
  /** A text in the definition of a check, such as its goal or fix. */
  text: 1_000,
  /** A prompt, which contains several texts of a check's definition and the evidence. */
  prompt: 5_000,
  resources: 10,
  /** A URL. In the strict form of RFC 3986, a URL may be longer. */
  url: 2_048,
  strictUrl: 3 * 2_048,
  /** A host with its port, or another name, in which each character takes one byte of JSON. */
  name: 300,
  attempts: 50,
  /** The number of results in a stored file. No version of the audit has that many checks. */
  storedResults: 1_000,
} as const;

/** Truncates a text to `max` bytes of JSON, with an ellipsis at the end. */
export function cutBytes(text: string, max: number): string {
  if (text.length * 3 <= max || bytesIn(text) <= max) return text;
  let bytes = ELLIPSIS_BYTES;
  let cut = '';
  for (const character of text) {
    bytes += bytesIn(character);
    if (bytes > max) break;
    cut += character;
  }
  return `${cut}…`;
}

const ELLIPSIS_BYTES = 3;
const QUOTES = 2;

/** Returns the size of a text in bytes as JSON, without the quotation marks. */
export function bytesIn(text: string): number {
  return jsonBytes(text) - QUOTES;
}

export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
