/** Size limits of scorecard files (.github/DECISIONS.md, "One audit"). Lengths of texts are in UTF-16 code units. */

/** The maximum size of a scorecard file (envelope) in bytes, encoded as JSON. */
export const ENVELOPE_BYTES = 512 * 1024;

export const BOUNDS = {
  /** The maximum length of the evidence, in UTF-16 code units. A failed result contains the evidence four times. */
  evidence: 600,
  /** The maximum size of the evidence, in bytes, encoded as a JSON string. One code unit may take three bytes. */
  evidenceBytes: 800,
  finding: 200,
  /** The maximum size of a verdict's facts as JSON, in bytes. Short evidence raises it, at most to `mostDetailsBytes`. */
  detailsBytes: 450,
  mostDetailsBytes: 2_000,
  /** The maximum length of each text in a fact. If not all facts fit, all their texts are cut to `shortFactText`. */
  factText: 300,
  shortFactText: 80,
  facts: 20,
  /** The maximum number of redirects (`hops`) and of details (`found`) in one fact, an observation of the audit. */
  hops: 10,
  found: 10,
  /** The maximum length of the sentence that states a result. The sentence contains the evidence. */
  result: 700,
  /** The maximum length of each text in the definition of a check, such as its goal or fix. */
  text: 1_000,
  /** The maximum length of the prompt for a coding agent, which contains a check's texts and the evidence. */
  prompt: 5_000,
  resources: 10,
  /** The maximum length of a URL. Its strict form (RFC 3986) may be longer, because it percent-encodes more characters. */
  url: 2_048,
  strictUrl: 3 * 2_048,
  /** The maximum length of a name, such as a host with its port. Its size as JSON, in bytes, has the same limit. */
  name: 300,
  attempts: 50,
  /** The maximum number of results in a stored file. No version of the audit has that many checks. */
  storedResults: 1_000,
} as const;

/** Truncates a text to `max` bytes, encoded as JSON without quotation marks. An ellipsis replaces the rest. */
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

/** Returns the size of a text in bytes, encoded as JSON without quotation marks. */
export function bytesIn(text: string): number {
  return jsonBytes(text) - QUOTES;
}

export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
