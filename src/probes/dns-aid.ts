/** DNS-AID: records under `_agents` that say where a host's agents are. */

import { isIP } from 'node:net';
import { type DnsFact, type Facts, says } from '../evidence/facts.ts';
import type { Absent, Unseen } from '../evidence/surface.ts';
import type { DnsQuestion, DnsReply } from '../io/io.ts';
import { isPublicForm } from '../target.ts';
import type { Probes } from './probe.ts';

/**
 * Records of the host were found; `inapplicable`: the host is an address, which has no names under it, or a name that no
 * public resolver is to hear of.
 */
export type DnsAid =
  | { readonly state: 'found'; readonly evidence: Facts }
  | { readonly state: 'inapplicable'; readonly evidence: Facts }
  | Absent
  | Unseen;

export interface DnsAidEvidence {
  readonly dnsAid: DnsAid;
}

const LABELS = ['_index._agents', '_a2a._agents', '_mcp._agents'];
/** A name that nobody publishes: what it is answered with, a wildcard gives to every name. */
const NO_SUCH_LABEL = '_anc-no-such._agents';
/** The longest name that DNS has, in characters (RFC 1035 section 2.3.4, in text form). */
const MAX_NAME = 253;

export const dnsAidProbes: Probes<DnsAidEvidence> = {
  async dnsAid({ client, origin }) {
    const host = (await origin()).hostname.replace(/\.$/, '');
    if (host.startsWith('[') || isIP(host) !== 0) {
      return { state: 'inapplicable', evidence: says(`${host} is an address, not a name`) };
    }
    if (!isPublicForm(new URL(`https://${host}`))) {
      return {
        state: 'inapplicable',
        evidence: says(`${host} is not a public name: no resolver is asked for it`),
      };
    }
    const questions: DnsQuestion[] = [
      ...LABELS.map((label) => ({ name: `${label}.${host}`, type: 'SVCB' as const })),
      { name: `_agents.${host}`, type: 'TXT' },
    ];
    const askable = questions.filter(({ name }) => name.length <= MAX_NAME);
    if (askable.length === 0)
      return { state: 'absent', evidence: says(`${host} is too long for names under it`) };
    const replies = await Promise.all(askable.map((question) => client.dns(question)));
    const name = `${NO_SUCH_LABEL}.${host}`;
    const types = name.length > MAX_NAME ? [] : new Set(replies.filter(hasRecords).map(typeOf));
    const beside = await Promise.all([...types].map((type) => client.dns({ name, type })));
    return judgeReplies(replies, beside);
  },
};

/**
 * The first record found that a name which cannot exist does not give too, in the order of the questions; what could not
 * be seen outweighs what is not there.
 */
function judgeReplies(replies: readonly DnsReply[], beside: readonly DnsReply[]): DnsAid {
  const evidence = (of: readonly DnsReply[]) => of.map(factOf);
  const besideOf = (reply: DnsReply) => beside.find((other) => typeOf(other) === typeOf(reply));
  const judged = replies.filter(hasRecords).map((reply) => ({ reply, other: besideOf(reply) }));
  const own = judged.find(
    ({ reply, other }) => other === undefined || !(isFailure(other) || sameRecords(reply, other)),
  );
  if (own !== undefined) return { state: 'found', evidence: [factOf(own.reply)] };
  const failed = [...replies, ...beside].filter(isFailure);
  if (failed.length === 0) {
    const wildcards = new Map(judged.map(({ reply, other = reply }) => [typeOf(other), other]));
    const same = [...wildcards.values()].map((other) => ({
      ...factOf(other),
      conclusion: ', the same: a wildcard',
    }));
    return { state: 'absent', evidence: [...evidence(replies), ...same] };
  }
  const cut = failed.every((reply) => reply.failure !== undefined && reply.cut === true);
  return { state: 'unseen', status: cut ? 'skip' : 'error', evidence: evidence(failed) };
}

function typeOf({ question }: DnsReply): DnsQuestion['type'] {
  return question.type;
}

function hasRecords(reply: DnsReply): boolean {
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
  return { ...question, rcode, found: [answers === 1 ? '1 record' : `${answers} records`] };
}
