/** DNS-AID: records under `_agents` that say where a host's agents are. */
import { isIP } from 'node:net';
import type { DnsQuestion, DnsReply } from '../io/io.ts';
import type { Probes } from './probe.ts';
import type { Absent, Unseen } from './surface.ts';

/** Records of the host were found; `inapplicable`: the host is an address, which has no names under it. */
export type DnsAid =
  | { readonly state: 'found'; readonly evidence: string }
  | { readonly state: 'inapplicable'; readonly evidence: string }
  | Absent
  | Unseen;

export interface DnsAidEvidence {
  readonly dnsAid: DnsAid;
}

const LABELS = ['_index._agents', '_a2a._agents', '_mcp._agents'];
/** The longest name that DNS has, in characters (RFC 1035 section 2.3.4, in text form). */
const MAX_NAME = 253;

export const dnsAidProbes: Probes<DnsAidEvidence> = {
  async dnsAid({ client, origin }) {
    const host = (await origin()).hostname.replace(/\.$/, '');
    if (host.startsWith('[') || isIP(host) !== 0) {
      return { state: 'inapplicable', evidence: `${host} is an address, not a name` };
    }
    const questions: DnsQuestion[] = [
      ...LABELS.map((label) => ({ name: `${label}.${host}`, type: 'SVCB' as const })),
      { name: `_agents.${host}`, type: 'TXT' },
    ];
    const askable = questions.filter(({ name }) => name.length <= MAX_NAME);
    if (askable.length === 0) return { state: 'absent', evidence: `${host} is too long for names under it` };
    return judgeReplies(await Promise.all(askable.map((question) => client.dns(question))), host);
  },
};

/** The first record found, in the order of the questions; what could not be seen outweighs what is not there. */
function judgeReplies(replies: readonly DnsReply[], host: string): DnsAid {
  const evidence = (of: readonly DnsReply[]) => of.map(describe).join('; ');
  const hit = replies.find((reply) => reply.failure === undefined && reply.answers > 0);
  if (hit !== undefined) return { state: 'found', evidence: describe(hit) };
  const failed = replies.filter(isFailure);
  // Names under `localhost` never reach the DNS (RFC 6761 section 6.3): no answer hides a record of theirs.
  if (failed.length === 0 || isLocal(host)) return { state: 'absent', evidence: evidence(replies) };
  const cut = failed.every((reply) => reply.failure !== undefined && reply.cut === true);
  return { state: 'unseen', status: cut ? 'skip' : 'error', evidence: evidence(failed) };
}

function isFailure(reply: DnsReply): boolean {
  return reply.failure !== undefined || (reply.rcode !== 'NOERROR' && reply.rcode !== 'NXDOMAIN');
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function describe(reply: DnsReply): string {
  const { name, type } = reply.question;
  if (reply.failure !== undefined) return `${name} ${type} -> no answer (${reply.failure})`;
  const records = reply.answers === 1 ? '1 record' : `${reply.answers} records`;
  return `${name} ${type} -> ${reply.rcode}${reply.rcode === 'NOERROR' ? ` (${records})` : ''}`;
}
