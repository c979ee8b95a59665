/**
 * A scorecard of ours as the page that compares it with other tools reads it in the browser: what it shows, bounded, of any
 * version. Everything else reads scorecards by `scorecard/stored.ts`, which needs more of zod than a page should load.
 */
import * as z from 'zod/mini';
import { parseJsonObject } from './json.ts';
import type { Parsed } from './parsed.ts';
import { plain } from './text.ts';

/** Longer files are refused, in characters; an envelope has at most 512 KiB. */
export const SCORECARD_CHARS = 4 * 1024 * 1024;
const MOST_RESULTS = 1_000;
const NAME_CHARS = 300;
const EVIDENCE_CHARS = 600;

/** What a comparison with another tool reads of a scorecard; each `StoredEnvelope` is one, too. */
export interface OwnScorecard {
  readonly target: string;
  readonly target_url: string;
  readonly freshness: { readonly scored_at: string };
  readonly scorecard: {
    readonly results: readonly {
      readonly id: string;
      readonly status: string;
      readonly na_reason?: string | undefined;
      /** Untrusted: it quotes the audited site. */
      readonly evidence: string;
    }[];
  };
}

const result = z.object({
  id: z.string(),
  status: z.string(),
  na_reason: z.optional(z.string()),
  evidence: z.optional(z.string()),
});

const envelope = z.object({
  target: z.string(),
  target_url: z.optional(z.string()),
  freshness: z.object({ scored_at: z.string() }),
  scorecard: z.object({ results: z.array(z.unknown()) }),
});

/** Reads a scorecard; `why` completes “The file is not a scorecard: …”. Never throws. */
export function parseOwnScorecard(text: string): Parsed<OwnScorecard> {
  if (text.length > SCORECARD_CHARS) {
    return { ok: false, why: `it has more than ${SCORECARD_CHARS / 1024 / 1024} million characters` };
  }
  const parsed = parseJsonObject(text);
  if (!parsed.ok) return { ok: false, why: `it is ${parsed.why}` };
  const read = envelope.safeParse(parsed.value);
  if (!read.success) return { ok: false, why: 'it has no results of our checks' };
  const { target, target_url, freshness, scorecard } = read.data;
  const time = Date.parse(freshness.scored_at);
  if (Number.isNaN(time)) return { ok: false, why: 'it does not say when it was made' };
  const results = scorecard.results.slice(0, MOST_RESULTS).flatMap((unread) => {
    const one = result.safeParse(unread);
    if (!one.success) return [];
    const { id, status, na_reason, evidence = '' } = one.data;
    return [
      {
        id: plain(id, NAME_CHARS),
        status: plain(status, NAME_CHARS),
        na_reason: na_reason === undefined ? undefined : plain(na_reason, NAME_CHARS),
        evidence: plain(evidence, EVIDENCE_CHARS),
      },
    ];
  });
  if (results.length === 0) return { ok: false, why: 'it has no results of our checks' };
  return {
    ok: true,
    value: {
      target: plain(target, NAME_CHARS),
      target_url: plain(target_url ?? '', NAME_CHARS),
      freshness: { scored_at: new Date(time).toISOString() },
      scorecard: { results },
    },
  };
}
