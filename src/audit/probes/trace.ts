/** Keeps the requests and responses behind each verdict. */

import type { EvidenceKey } from '../evidence/evidence.ts';
import type { DnsReply, Exchange } from '../io/io.ts';
import type { Client } from './client.ts';
import type { ProbeContext } from './probe.ts';

/** An HTTP exchange, or a DNS query with its reply. */
export type TracedExchange = Exchange | DnsReply;

export interface Provenance {
  /** The exchanges that the check judges directly. */
  readonly judged: readonly TracedExchange[];
  /** Exchanges of other probes that the check depends on, such as the requests for the home page and an unknown path. */
  readonly related: readonly TracedExchange[];
}

/** The exchanges of one probe, and the other evidence that it used. */
interface ProbeRecord {
  readonly exchangeLists: (readonly TracedExchange[])[];
  readonly read: Set<EvidenceKey>;
}

export class Trace {
  readonly #records = new Map<EvidenceKey, ProbeRecord>();

  /** Returns a context that records a probe's requests and the evidence that it uses. Does not record requests of `origin()`. */
  contextOf(key: EvidenceKey, context: ProbeContext, client: Client): ProbeContext {
    const { exchangeLists, read }: ProbeRecord = { exchangeLists: [], read: new Set() };
    this.#records.set(key, { exchangeLists, read });
    return {
      ...context,
      client: {
        request(url, options) {
          const { reply, exchanges } = client.ask(url, options);
          exchangeLists.push(exchanges);
          return reply;
        },
        requestAlone(url, options) {
          const { reply, exchanges } = client.askAlone(url, options);
          exchangeLists.push(exchanges);
          return reply;
        },
        requested: (url, options) => client.requested(url, options),
        async dns(question) {
          const reply = await client.dns(question);
          exchangeLists.push([reply]);
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

  /** Returns the exchanges behind this evidence, without duplicates. Call it after the audit. */
  provenanceOf(keys: readonly EvidenceKey[]): Provenance {
    let judged: ReadonlySet<TracedExchange> = new Set();
    const related = new Set<TracedExchange>();
    const reached = new Set<EvidenceKey>();
    // If the probes for `keys` sent no requests, the judged exchanges are those of the probes that they depend on.
    for (let level = new Set(keys); level.size > 0; level = this.#readBy(level, reached)) {
      const exchangeLists = [...level].flatMap((key) => this.#records.get(key)?.exchangeLists.flat() ?? []);
      if (judged.size === 0) judged = new Set(exchangeLists);
      for (const one of exchangeLists) related.add(one);
      for (const key of level) reached.add(key);
    }
    return { judged: [...judged], related: [...related].filter((one) => !judged.has(one)) };
  }

  #readBy(keys: ReadonlySet<EvidenceKey>, known: ReadonlySet<EvidenceKey>): Set<EvidenceKey> {
    const read = [...keys].flatMap((key) => [...(this.#records.get(key)?.read ?? [])]);
    return new Set(read.filter((key) => !known.has(key)));
  }
}
