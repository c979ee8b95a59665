/** What an audit asked, probe by probe: the requests and answers behind a verdict. */

import type { EvidenceKey } from '../evidence/evidence.ts';
import type { DnsReply, Exchange } from '../io/io.ts';
import type { Client } from './client.ts';
import type { ProbeContext } from './probe.ts';

/** One request, as it went over the wire, or one question to the resolver; with what came back. */
export type TracedExchange = Exchange | DnsReply;

/** What a verdict rests on. */
export interface Provenance {
  /** Asked for what the check judges. */
  readonly own: readonly TracedExchange[];
  /** Asked for what that was read against or led to by: the home page, an unknown path, a description. */
  readonly beside: readonly TracedExchange[];
}

/** What one probe asked, and which evidence of others it read. */
interface ProbeRecord {
  readonly asked: (readonly TracedExchange[])[];
  readonly read: Set<EvidenceKey>;
}

export class Trace {
  readonly #records = new Map<EvidenceKey, ProbeRecord>();

  /**
   * The context for one probe, which notes what the probe asks and what it reads of others. That the audited origin is
   * known only once the root has answered is not noted: it is so for all probes.
   */
  contextOf(key: EvidenceKey, context: ProbeContext, client: Client): ProbeContext {
    const { asked, read }: ProbeRecord = { asked: [], read: new Set() };
    this.#records.set(key, { asked, read });
    return {
      ...context,
      client: {
        request(url, options) {
          const { reply, exchanges } = client.ask(url, options);
          asked.push(exchanges);
          return reply;
        },
        requestAlone(url, options) {
          const { reply, exchanges } = client.askAlone(url, options);
          asked.push(exchanges);
          return reply;
        },
        requested: (url, options) => client.requested(url, options),
        async dns(question) {
          const reply = await client.dns(question);
          asked.push([reply]);
          return reply;
        },
        atEnd: (url, options) => client.atEnd(url, options),
        allow: (origin) => client.allow(origin),
        ownUrl: (url) => client.ownUrl(url),
        get sent() {
          return client.sent;
        },
      },
      get(other) {
        read.add(other);
        return context.get(other);
      },
    };
  }

  /** What lies behind the evidence, each exchange once; call it when the audit has ended. */
  provenanceOf(keys: readonly EvidenceKey[]): Provenance {
    let own: ReadonlySet<TracedExchange> = new Set();
    const beside = new Set<TracedExchange>();
    const reached = new Set<EvidenceKey>();
    // Probe by probe, the nearest first. A probe that only reads what others asked has nothing of its own.
    for (let level = new Set(keys); level.size > 0; level = this.#readBy(level, reached)) {
      const asked = [...level].flatMap((key) => this.#records.get(key)?.asked.flat() ?? []);
      if (own.size === 0) own = new Set(asked);
      for (const one of asked) beside.add(one);
      for (const key of level) reached.add(key);
    }
    return { own: [...own], beside: [...beside].filter((one) => !own.has(one)) };
  }

  #readBy(keys: ReadonlySet<EvidenceKey>, known: ReadonlySet<EvidenceKey>): Set<EvidenceKey> {
    const read = [...keys].flatMap((key) => [...(this.#records.get(key)?.read ?? [])]);
    return new Set(read.filter((key) => !known.has(key)));
  }
}
