/**
 * How much of a site's own text gets into an envelope: an envelope has at most 512 KiB (.github/DECISIONS.md, "One audit").
 * The limits of the fields add up to less. Characters are counted in UTF-16 code units.
 */

/** A whole envelope as JSON, in bytes. */
export const ENVELOPE_BYTES = 512 * 1024;

export const BOUNDS = {
  /** What was observed; it stands four times in a result that failed. */
  evidence: 600,
  /** The same as a JSON string, in bytes: a character takes up to three of them. */
  evidenceBytes: 800,
  /** What is the matter, in a sentence. */
  finding: 200,
  /** The facts behind it as JSON, in bytes: beside the longest evidence, and whatever the evidence is. */
  detailsBytes: 450,
  mostDetailsBytes: 2_000,
  /** A text of a fact; the shorter where otherwise there is no room for all facts. */
  factText: 300,
  shortFactText: 80,
  facts: 20,
  /** Of one fact: redirects, and what was found. */
  hops: 10,
  found: 10,
  /** A sentence around the evidence. */
  result: 700,
  /** Texts of the check definitions: a goal, a fix, a label. */
  text: 1_000,
  /** A prompt of such texts, with the evidence. */
  prompt: 5_000,
  resources: 10,
  /** A URL; one of another site may grow when it is written in the strict form of RFC 3986. */
  url: 2_048,
  strictUrl: 3 * 2_048,
  /** The name of a host with its port, and of whatever else is named; in JSON as many bytes. */
  name: 300,
  /** Attempts to find an MCP endpoint. */
  attempts: 50,
  /** Results in a stored file: more than any catalogue has. */
  storedResults: 1_000,
} as const;

/** A text of which no more than so many bytes are left in JSON; an ellipsis marks the cut. */
export function cutBytes(text: string, max: number): string {
  if (text.length * 3 <= max || bytesIn(text) <= max) return text;
  let bytes = ELLIPSIS_BYTES;
  let kept = '';
  for (const character of text) {
    bytes += bytesIn(character);
    if (bytes > max) break;
    kept += character;
  }
  return `${kept}…`;
}

const ELLIPSIS_BYTES = 3;
const QUOTES = 2;

/** How many bytes a text takes in JSON, without its quotes. */
export function bytesIn(text: string): number {
  return jsonBytes(text) - QUOTES;
}

/** The bytes that a value takes as JSON. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
