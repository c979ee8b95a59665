/** Publishes the facts behind a verdict: a flat list of limited size, safe to show, in addition to the evidence text. */

import { plain } from '../../base/text.ts';
import type { Fact, FactDetail, Facts } from '../evidence/facts.ts';
import { BOUNDS, bytesIn } from './bounds.ts';
import type { Details, PublishedFact } from './schema.ts';

/** How often a failed result repeats the evidence. */
const TIMES_IN_RESULT = 4;
/** The indentation, in spaces, of a fact in a pretty-printed scorecard file. */
const INDENT = 12;
/** The size of the JSON around the facts, such as member names and brackets, in bytes. */
const FRAME_BYTES = 100;

/**
 * Returns the facts to publish with a result; `undefined` if they add nothing to the `evidence` text. They may use
 * `BOUNDS.detailsBytes` plus the bytes that short evidence leaves unused, up to `BOUNDS.mostDetailsBytes`.
 */
export function detailsOf(facts: Facts, evidence: string): Details | undefined {
  const flat = facts.flatMap((fact) => flatten(fact));
  if (flat.every(({ fact }) => 'text' in fact)) return undefined;
  const unused = TIMES_IN_RESULT * (BOUNDS.evidenceBytes - bytesIn(evidence));
  const budget = Math.min(BOUNDS.detailsBytes + unused, BOUNDS.mostDetailsBytes);
  const first = flat.slice(0, BOUNDS.facts);
  const long = first.map((one) => publish(one, BOUNDS.factText));
  const all = withinBytes(long, budget);
  const published =
    all.length === flat.length
      ? all
      : withinBytes(
          first.map((one) => publish(one, BOUNDS.shortFactText)),
          budget,
        );
  const more = flat.length - published.length;
  return { facts: published, ...(more > 0 && { more }) };
}

/** Returns as many of the first facts as fit into the budget. */
function withinBytes(facts: readonly PublishedFact[], budget: number): PublishedFact[] {
  let remaining = budget - FRAME_BYTES;
  const end = facts.findIndex((fact) => {
    remaining -= sizeOf(fact);
    return remaining < 0;
  });
  return facts.slice(0, end === -1 ? facts.length : end);
}

/** A fact, and the text of the statement that contains it. */
interface Listed {
  readonly fact: Fact;
  readonly under?: string;
}

function flatten(fact: Fact, under?: string): Listed[] {
  const listed = [fact, ...(fact.found ?? [])].flatMap((one) =>
    typeof one === 'object' && 'text' in one ? factsUnder(one.text, one.facts) : [],
  );
  return [{ fact, ...(under === undefined ? {} : { under }) }, ...listed];
}

function factsUnder(text: string, facts: Facts = []): Listed[] {
  return facts.flatMap((fact) => flatten(fact, text.replace(/:$/, '')));
}

/** @param most the maximum length of each text, in characters */
function publish({ fact, under }: Listed, most: number): PublishedFact {
  const text = (one: string) => plain(one, most);
  const { found = [], conclusion } = fact;
  const wanted = found.flatMap((detail) =>
    typeof detail === 'object' && 'wanted' in detail ? text(detail.wanted) : [],
  );
  const texts = found.flatMap((detail) => textOf(detail) ?? []).slice(0, BOUNDS.found);
  return {
    ...(under === undefined || under === '' ? {} : { under: text(under) }),
    ...headOf(fact, text),
    ...(wanted.length > 0 && { wanted: wanted.join('; ') }),
    ...(texts.length > 0 && { found: texts.map(text) }),
    ...(conclusion === undefined ? {} : { conclusion: text(conclusion.replace(/^[,:] /, '')) }),
  };
}

function headOf(fact: Fact, text: (one: string) => string): PublishedFact {
  if ('text' in fact) return { statement: text(fact.text.replace(/:$/, '')) };
  if ('name' in fact) {
    const { name, type, rcode } = fact;
    return { question: { name: text(name), type }, ...(rcode === undefined ? {} : { rcode: text(rcode) }) };
  }
  const { url, method, hops = [], status, unanswered, lost, call } = fact;
  return {
    url: text(url),
    // A JSON-RPC call is always a POST.
    ...(method === undefined || call !== undefined ? {} : { method }),
    ...(hops.length > 0 && {
      hops: hops.slice(0, BOUNDS.hops).map((hop) => ({ ...hop, url: text(hop.url) })),
    }),
    ...(status === undefined ? {} : { status }),
    ...(unanswered === undefined ? {} : { unanswered }),
    ...(lost === undefined ? {} : { lost: text(lost) }),
    ...(call === undefined
      ? {}
      : {
          call: {
            method: text(call.method),
            ...(call.revision === undefined ? {} : { revision: text(call.revision) }),
          },
        }),
  };
}

function textOf(detail: FactDetail): string | undefined {
  if (typeof detail === 'string') return detail;
  return 'text' in detail && detail.text !== '' ? detail.text.replace(/:$/, '') : undefined;
}

/** Returns the size of a fact in bytes, as pretty-printed and indented in a scorecard file. */
function sizeOf(fact: PublishedFact): number {
  const printed = JSON.stringify(fact, null, 2);
  const lines = printed.split('\n').length;
  return new TextEncoder().encode(printed).length + lines * (INDENT + 1);
}
