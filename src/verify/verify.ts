/** Checks a deployment against the tables: asks, judges the answers, follows their links, and keeps to its limits. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { READ_LIMIT } from '../limits.ts';
import { plain } from '../parse/text.ts';
import { judgeAnswer, type Off } from './judge.ts';
import { jsonOf } from './matchers.ts';
import { RequestPacer, refusedFor } from './pace.ts';
import type { Ask, Deployment, DeploymentAnswer, DeploymentProbe, Group, Unjudged } from './probe.ts';
import { NoAnswer, type Send } from './send.ts';
import { CATALOG_PROBE, firstPage } from './tables/catalog.ts';
import { publishedProbes } from './tables/published.ts';
import { auditProbe, scorecardProbes } from './tables/scorecards.ts';
import { REFUSALS, SERVICE_PROBES } from './tables/service.ts';
import { SITE_PROBES } from './tables/site.ts';

export interface VerifyOptions extends Deployment {
  readonly send: Send;
  /** Only these groups; all where left out. */
  readonly only?: readonly Group[];
  /** Every address that is published, in place of a sample. */
  readonly all?: boolean;
  /** Spends what is left of the reads, to see the refusal. */
  readonly spend?: boolean;
  /** Has this site audited, which spends one of the fresh audits. */
  readonly audit?: string;
  /** Told what is being waited for. */
  readonly onWait?: (seconds: number, why: string) => void;
}

/** Something that is off. */
export interface Finding extends Off {
  readonly group: Group;
  /** `GET /score, Accept: text/markdown` */
  readonly request: string;
}

export interface Verification {
  readonly findings: readonly Finding[];
  readonly unjudged: readonly Unjudged[];
  /** How many answers were looked at, and how many expectations of them. */
  readonly answers: number;
  readonly expectations: number;
}

/**
 * Verifies a deployment.
 *
 * @throws NoAnswer where it cannot be reached at all
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  // The first request tells whether there is anything to verify.
  await options.send({ path: '/' });
  const run = new Run(options);
  const { all = false, audit, spend, only } = options;
  const isAsked = ({ group }: Pick<DeploymentProbe, 'group'>) => only === undefined || only.includes(group);
  const probes = [
    ...SITE_PROBES,
    CATALOG_PROBE,
    ...publishedProbes(all),
    ...SERVICE_PROBES,
    ...(isAsked({ group: 'scorecards' }) ? await run.listedProbes() : []),
    ...(audit === undefined ? [] : [auditProbe(audit)]),
  ];
  for (const probe of probes.filter(isAsked)) await run.ask(probe);
  if (spend === true) await run.spend();
  return run.result();
}

/** Shorter waits are not worth a line. */
const NOTABLE_MS = 3000;

class Run {
  readonly #options: VerifyOptions;
  readonly #pace = new RequestPacer();
  readonly #findings: Finding[] = [];
  readonly #unjudged: Unjudged[] = [];
  readonly #asked = new Set<string>();
  #answers = 0;
  #expectations = 0;

  constructor(options: VerifyOptions) {
    this.#options = options;
  }

  result(): Verification {
    return {
      findings: this.#findings.map(cleaned),
      unjudged: this.#unjudged.map(cleaned),
      answers: this.#answers,
      expectations: this.#expectations,
    };
  }

  /** Asks, judges, and goes on to what the answer leads to. */
  async ask(probe: DeploymentProbe): Promise<void> {
    // Lists name the same address more than once.
    const key = JSON.stringify([probe.ask, probe.about]);
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    const answer = await this.#answerTo(probe);
    if (answer === undefined || !this.#judge(probe, answer)) return;
    for (const next of probe.follow?.(answer, this.#options) ?? []) await this.ask(next);
  }

  /** Those of the first site that the catalog ranks. */
  async listedProbes(): Promise<readonly DeploymentProbe[]> {
    const whole = await this.#send({ path: '/catalog.json' }, false);
    const page = firstPage(whole, this.#options);
    const listing = page === undefined ? whole : await this.#send({ path: page }, false);
    const { data } = z.object({ sites: z.array(z.object({ host: z.string() })) }).safeParse(jsonOf(listing));
    const [site] = data?.sites ?? [];
    if (site !== undefined) return scorecardProbes(site.host);
    this.#unjudged.push({
      what: 'stored scorecards',
      why: 'The catalog ranks no site: run the scheduled workflow, then verify again.',
    });
    return [];
  }

  /** Uses up the reads, and looks at what comes then. */
  async spend(): Promise<void> {
    for (let i = 0; i <= READ_LIMIT.calls; i++) {
      const { status } = await this.#options.send({ path: '/health' });
      if (status === 429) break;
    }
    for (const probe of REFUSALS) this.#judge(probe, await this.#options.send(probe.ask));
  }

  async #answerTo(probe: DeploymentProbe): Promise<DeploymentAnswer | undefined> {
    try {
      return await this.#send(probe.ask, probe.metered === true);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.#findings.push({
        group: probe.group,
        request: titleOf(probe),
        what: 'answer',
        why: 'An address that gives no answer is an outage to whoever needs it.',
        expected: 'an answer',
        seen: error.message,
      });
      return undefined;
    }
  }

  /** Within the limits; what is refused for its rate is asked once more after the wait. */
  async #send(ask: Ask, metered: boolean): Promise<DeploymentAnswer> {
    await this.#wait(this.#pace.wait(performance.now(), metered), 'the limit of requests in a minute');
    const answer = await this.#sendNow(ask, metered);
    const refused = refusedFor(answer);
    if (refused === undefined) return answer;
    await this.#wait(refused, 'the service has refused for too many requests');
    return this.#sendNow(ask, metered);
  }

  async #sendNow(ask: Ask, metered: boolean): Promise<DeploymentAnswer> {
    this.#pace.sent(performance.now(), metered);
    const answer = await this.#options.send(ask);
    this.#pace.saw(answer, performance.now());
    return answer;
  }

  async #wait(ms: number, why: string): Promise<void> {
    if (ms <= 0) return;
    if (ms >= NOTABLE_MS) this.#options.onWait?.(Math.ceil(ms / 1000), why);
    await sleep(ms);
  }

  /** Whether the answer is the one that was asked for. */
  #judge(probe: DeploymentProbe, answer: DeploymentAnswer): boolean {
    const { off, judged, asExpected } = judgeAnswer(probe, answer, this.#options);
    this.#answers += 1;
    this.#expectations += judged;
    const request = titleOf(probe);
    this.#findings.push(...off.map((one) => ({ group: probe.group, request, ...one })));
    return asExpected;
  }
}

/** Of a text that is reported, in characters. */
const LONGEST = 2000;

/**
 * What a deployment sends stands in every text of a report: in addresses that it names and is asked at, in what was seen.
 * A terminal, the log of a CI system and who shows the JSON get nothing to interpret.
 */
function cleaned<T extends object>(told: T): T {
  const texts = Object.entries(told).map(([name, text]) => [name, plain(String(text), LONGEST)]);
  return Object.fromEntries(texts) as T;
}

function titleOf({ ask: { method = 'GET', path }, about }: DeploymentProbe): string {
  return about === undefined ? `${method} ${path}` : `${method} ${path}, ${about}`;
}
