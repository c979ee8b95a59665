/** Decides whether two requests got the same refusal (.github/DECISIONS.md, "Refused"). */
import type { MediaType } from '../../base/media-type.ts';
import { samePage } from '../parse/same-page.ts';
import { decodeReferences } from './page.ts';

/** The parts of a response that are compared with another response. */
interface FormedAnswer {
  readonly url: string;
  readonly status: number;
  readonly type: MediaType | undefined;
  readonly text: string;
}

/** The maximum number of characters compared. Refusals are shorter. */
const COMPARED = 64 * 1024;
/** Matches names of months and days, because one response may be sent before midnight and the other after it. */
const DATE_WORDS =
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|AM|PM)\b/g;
/** Matches long words in mixed case, such as base64 tokens without a digit. */
const TOKENS = /\b[A-Za-z]{0,40}[a-z][A-Z]{1,2}[a-z]{1,3}[A-Z][A-Za-z]{0,80}\b/g;

/**
 * Returns whether two responses have the same status, media type and body, apart from numbers, tokens, times and the
 * requested paths. Two empty bodies are the same.
 */
export function sameForm(a: FormedAnswer, b: FormedAnswer): boolean {
  if (a.status !== b.status || a.type?.essence !== b.type?.essence) return false;
  const [one, other] = [a.text.slice(0, COMPARED), b.text.slice(0, COMPARED)];
  return samePage({ url: a.url, text: comparable(one) }, { url: b.url, text: comparable(other) });
}

function comparable(text: string): string {
  return decodeReferences(text)
    .replace(DATE_WORDS, '')
    .replace(TOKENS, (token) => (token.length >= 16 ? '' : token));
}
