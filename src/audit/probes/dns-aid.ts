/** Probes for DNS-AID: DNS records under `_agents` that list a host's agents. */

import { isIP } from 'node:net';
import { hasRecords, judgeReplies, typeOf } from '../evidence/dns-aid.ts';
import { says } from '../evidence/facts.ts';
import type { DnsQuestion } from '../io/io.ts';
import { isPublicName } from '../target.ts';
import type { Probes } from './probe.ts';

const LABELS = ['_index._agents', '_a2a._agents', '_mcp._agents'];
/** A name that no site publishes. If it has a record, the record is from a wildcard. */
const NO_SUCH_LABEL = '_anc-no-such._agents';
/** The maximum length of a DNS name in text form, in characters (RFC 1035 section 2.3.4). */
const MAX_NAME = 253;

export const dnsAidProbes = {
  async dnsAid({ client, origin }) {
    const host = (await origin()).hostname.replace(/\.$/, '');
    if (host.startsWith('[') || isIP(host) !== 0) {
      return { state: 'inapplicable', evidence: says(`${host} is an IP address, not a host name`) };
    }
    if (!isPublicName(host)) {
      return {
        state: 'inapplicable',
        evidence: says(`${host} is not a public name, so it is not looked up`),
      };
    }
    const questions: DnsQuestion[] = [
      ...LABELS.map((label) => ({ name: `${label}.${host}`, type: 'SVCB' as const })),
      { name: `_agents.${host}`, type: 'TXT' },
    ];
    const askable = questions.filter(({ name }) => name.length <= MAX_NAME);
    if (askable.length === 0)
      return { state: 'absent', evidence: says(`${host} is too long for a DNS name below it`) };
    const replies = await Promise.all(askable.map((question) => client.dns(question)));
    if (replies.every(({ failure, ...reply }) => failure !== undefined && 'unasked' in reply)) {
      return {
        state: 'inapplicable',
        evidence: says(`${host} is in a private network, so its name is not sent to a public resolver`),
      };
    }
    const name = `${NO_SUCH_LABEL}.${host}`;
    const types = name.length > MAX_NAME ? [] : new Set(replies.filter(hasRecords).map(typeOf));
    const controls = await Promise.all([...types].map((type) => client.dns({ name, type })));
    return judgeReplies(replies, controls);
  },
} satisfies Partial<Probes>;
