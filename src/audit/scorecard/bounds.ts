/** The maximum lengths of texts in an envelope, in UTF-16 code units ("One audit"). An envelope has at most 512 KiB. */

/** The maximum size of an envelope as JSON, in bytes. */
export const ENVELOPE_BYTES = 512 * 1024;

export const BOUNDS = {
  /** The evidence. A failed result contains the evidence four times. */
  evidence: 600,
  /** The evidence as a JSON string, in bytes. Each character takes up to three bytes. */
  evidenceBytes: 800,
  finding: 200,
  /** The facts behind the evidence as JSON, in bytes. If the evidence is short, they may use its remaining bytes. */
  detailsBytes: 450,
  mostDetailsBytes: 2_000,
  /** A text in a fact. If not all facts fit, the shorter limit applies. */
  factText: 300,
  shortFactText: 80,
  facts: 20,
  /** The number of redirects, and the number of findings, in one fact. */
  hops: 10,
  found: 10,
  /** The result sentence, which contains the evidence. */
  result: 700,
  /** A text of a check definition: a goal, a fix, a label. */
  text: 1_000,
  /** A prompt, which consists of several such texts and the evidence. */
  prompt: 5_000,
  resources: 10,
  /** A URL. The URL of another site may become longer in the strict form of RFC 3986. */
  url: 2_048,
  strictUrl: 3 * 2_048,
  /** A host with its port, or another name. In JSON, each character takes one byte. */
  name: 300,
  attempts: 50,
  /** The number of results in a stored file. No version of the catalogue has this many checks. */
  storedResults: 1_000,
} as const;

/** Cuts a text to `max` bytes of JSON. An ellipsis marks the cut. */
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

/** Returns the size of a text as JSON, in bytes, without the quotes. */
export function bytesIn(text: string): number {
  return jsonBytes(text) - QUOTES;
}

/** Returns the size of a value as JSON, in bytes. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
