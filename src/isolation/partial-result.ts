/** What was seen of a site before its audit was ended from outside. */
import type { AuditEvent } from '../audit.ts';
import type { AuditRequest } from '../request.ts';
import type { Envelope, Result } from '../scorecard/schema.ts';
import { envelopeOf } from '../scorecard/scorecard.ts';
import type { InitialFacts } from './job.ts';

export class PartialResult {
  readonly #request: AuditRequest;
  readonly #results = new Map<string, Result>();
  #arrival: InitialFacts | undefined;
  #hasBegun = false;

  constructor(request: AuditRequest) {
    this.#request = request;
  }

  /** Whether nothing was told of the audit, not even that it has begun. */
  get isEmpty(): boolean {
    return !this.#hasBegun;
  }

  arrived(facts: InitialFacts): void {
    this.#arrival = facts;
  }

  add(event: AuditEvent): void {
    this.#hasBegun = true;
    if (event.type === 'check') this.#results.set(event.result.id, event.result);
  }

  /** The scorecard as far as it came, cut short; `undefined` where the site was not seen at all. */
  envelope(): Envelope | undefined {
    if (this.#arrival === undefined) return undefined;
    const { auditedOrigin, results, scoredAt } = this.#arrival;
    return envelopeOf({
      request: this.#request,
      auditedOrigin: new URL(auditedOrigin),
      results: results.map((undecided) => this.#results.get(undecided.id) ?? undecided),
      mcpEndpoint: undefined,
      mcpDiscovery: [],
      scoredAt,
      cutShort: true,
    });
  }
}
