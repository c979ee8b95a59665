/** Limits on a site's text in an envelope, which has at most 512 KiB; in UTF-16 code units ("One audit"). */

/** A whole envelope as JSON, in bytes. */
export const ENVELOPE_BYTES = 512 * 1024;

export const BOUNDS = {
  /** The evidence; a failed result contains it four times. */
  evidence: 600,
  /** The same as a JSON string, in bytes: a character takes up to three. */
  evidenceBytes: 800,
  /** The finding, one sentence. */
  finding: 200,
  /** The facts behind it as JSON, in bytes, in addition to the longest evidence. */
  detailsBytes: 450,
  mostDetailsBytes: 2_000,
  /** A text in a fact; the shorter limit applies if not all facts would fit. */
  factText: 300,
  shortFactText: 80,
  facts: 20,
  /** The redirects and findings of one fact. */
  hops: 10,
  found: 10,
  /** The sentence with the evidence. */
  result: 700,
  /** Texts of the check definitions: a goal, a fix, a label. */
  text: 1_000,
  /** A prompt of such texts, with the evidence. */
  prompt: 5_000,
  resources: 10,
  /** A URL. One of another site may grow in the strict form of RFC 3986. */
  url: 2_048,
  strictUrl: 3 * 2_048,
  /** A host with its port, or another name; in JSON as many bytes. */
  name: 300,
  /** Attempts to find an MCP endpoint. */
  attempts: 50,
  /** Results in a stored file: more than any catalogue has. */
  storedResults: 1_000,
} as const;

/** Cuts a text to this many bytes of JSON; an ellipsis marks the cut. */
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

/** Returns the size of a text in JSON, in bytes, without its quotes. */
export function bytesIn(text: string): number {
  return jsonBytes(text) - QUOTES;
}

/** Returns the size of a value as JSON, in bytes. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
