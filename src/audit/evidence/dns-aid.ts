/** Evidence for DNS-AID: the DNS records that announce agents on a host. */
import { plural } from '../../base/text.ts';
import type { DnsQuestion, DnsReply } from '../io/io.ts';
import type { DnsFact, Facts } from './facts.ts';
import type { Absent, Inconclusive } from './surface.ts';

/** The result of the DNS queries. `inapplicable`: the host is an IP address or a name that public resolvers must not receive. */
export type DnsAid =
  | { readonly state: 'found'; readonly evidence: Facts }
  | { readonly state: 'inapplicable'; readonly evidence: Facts }
  | Absent
  | Inconclusive;

/**
 * Looks for a DNS record that does not come from a wildcard. A wildcard gives the same record to names that cannot exist
 * (`controls`). If a query failed, a missing record is `inconclusive`, not `absent`.
 */
export function judgeReplies(replies: readonly DnsReply[], controls: readonly DnsReply[]): DnsAid {
  const evidence = (of: readonly DnsReply[]) => of.map(factOf);
  const besideOf = (reply: DnsReply) => controls.find((other) => typeOf(other) === typeOf(reply));
  const judged = replies.filter(hasRecords).map((reply) => ({ reply, other: besideOf(reply) }));
  const ownRecord = judged.find(
    ({ reply, other }) => other === undefined || !(isFailure(other) || sameRecords(reply, other)),
  );
  if (ownRecord !== undefined) return { state: 'found', evidence: [factOf(ownRecord.reply)] };
  const failed = [...replies, ...controls].filter(isFailure);
  if (failed.length === 0) {
    const wildcards = new Map(judged.map(({ reply, other = reply }) => [typeOf(other), other]));
    const same = [...wildcards.values()].map((other) => ({
      ...factOf(other),
      conclusion: ', identical: a wildcard',
    }));
    return { state: 'absent', evidence: [...evidence(replies), ...same] };
  }
  const cut = failed.every((reply) => reply.failure !== undefined && reply.cut === true);
  return { state: 'inconclusive', status: cut ? 'skip' : 'error', evidence: evidence(failed) };
}

export function typeOf({ question }: DnsReply): DnsQuestion['type'] {
  return question.type;
}

export function hasRecords(reply: DnsReply): boolean {
  return reply.failure === undefined && reply.answers > 0;
}

function sameRecords(one: DnsReply, other: DnsReply): boolean {
  if (one.failure !== undefined || other.failure !== undefined) return false;
  return one.rdata !== undefined && one.rdata === other.rdata;
}

function isFailure(reply: DnsReply): boolean {
  return reply.failure !== undefined || (reply.rcode !== 'NOERROR' && reply.rcode !== 'NXDOMAIN');
}

function factOf(reply: DnsReply): DnsFact {
  const { question } = reply;
  if (reply.failure !== undefined) return { ...question, found: [reply.failure] };
  const { rcode, answers } = reply;
  if (rcode !== 'NOERROR') return { ...question, rcode };
  return { ...question, rcode, found: [plural(answers, 'record')] };
}
