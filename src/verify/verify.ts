/** Checks a deployment against its description and the tables: requests, judges the responses, and follows their links. */
import { setTimeout as sleep } from 'node:timers/promises';
import { READ_LIMIT } from '../limits.ts';
import { plain } from '../parse/text.ts';
import { describedProbes } from './described.ts';
import { body, jsonOf, judgeAnswer } from './judge.ts';
import { pauseAfter } from './pace.ts';
import {
  type Ask,
  type Deployment,
  type DeploymentAnswer,
  type DeploymentProbe,
  type Fault,
  GROUPS,
  type Group,
} from './probe.ts';
import { NoAnswer, type Send } from './send.ts';
import { publishedProbes, rankedHost } from './tables/published.ts';
import { auditProbe, scorecardProbes } from './tables/scorecards.ts';
import { REFUSALS, SERVICE_PROBES } from './tables/service.ts';
import { SITE_PROBES } from './tables/site.ts';

export interface VerifyOptions extends Deployment {
  readonly send: Send;
  /** Only these groups; all if left out. */
  readonly only?: readonly Group[];
  /** Every published address instead of a sample. */
  readonly all?: boolean;
  /** Uses up the reads that are left, to see the refusal. */
  readonly spend?: boolean;
  /** Has this site audited, which spends one of the fresh audits. */
  readonly audit?: string | undefined;
  /** Receives what is being waited for. */
  readonly onWait?: (seconds: number, why: string) => void;
}

export interface Finding extends Fault {
  readonly group: Group;
  /** `GET /score, text/markdown` */
  readonly request: string;
  /** Why it matters. */
  readonly why: string;
}

export interface Verification {
  readonly findings: Finding[];
  /** What could not be judged, and why: it is neither right nor wrong. */
  readonly unjudged: string[];
  /** How many responses were judged, and how many expectations of them. */
  answers: number;
  expectations: number;
}

/**
 * Verifies a deployment.
 *
 * @throws NoAnswer if it cannot be reached at all
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { send, only, all = false, spend, audit } = options;
  await send({ path: '/' });
  const run = new Run(options);
  await run.ask(...SITE_PROBES, ...publishedProbes(all), ...SERVICE_PROBES);
  const isAsked = (group: Group) => only?.includes(group) ?? true;
  const ranked = isAsked('scorecards') ? await rankedHost((path) => run.read(path), options) : undefined;
  if (ranked !== undefined) await run.ask(...scorecardProbes(ranked));
  else if (isAsked('scorecards'))
    run.result.unjudged.push('Stored scorecards: the catalog ranks no site yet.');
  const live = isAsked('audit') ? audit : undefined;
  if (live !== undefined) await run.ask(auditProbe(live));
  const load = async (path: string) => jsonOf(await run.read(path));
  await run.ask(...(await describedProbes(await run.read('/openapi.json'), { ranked, live }, load)));
  if (spend === true) await run.spend();
  return run.result;
}

/** Shorter waits are not reported. */
const NOTABLE_MS = 3000;
/** The most characters of a reported text. */
const LONGEST = 300;

class Run {
  readonly result: Verification = { findings: [], unjudged: [], answers: 0, expectations: 0 };
  readonly #options: VerifyOptions;
  readonly #asked = new Set<string>();
  /** When reads are free again, on the clock of `performance`. */
  #free = 0;

  constructor(options: VerifyOptions) {
    this.#options = options;
  }

  /** Sends requests of the wanted groups, judges the responses, and goes on to what they lead to. Equal ones are sent once. */
  async ask(...probes: readonly DeploymentProbe[]): Promise<void> {
    for (const probe of probes) {
      const key = JSON.stringify([probe.ask, probe.about]);
      if (this.#options.only?.includes(probe.group) === false || this.#asked.has(key)) continue;
      this.#asked.add(key);
      try {
        const answer = await this.#send(probe.ask, probe.metered);
        if (!this.#judge(probe, answer)) continue;
        await this.ask(...revalidated(probe, answer), ...(probe.follow?.(answer, this.#options) ?? []));
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        this.#report(probe, { what: 'response', expected: 'a response', seen: error.message });
      }
    }
  }

  /** What a probe of its own judges: if there is no response, an empty one. */
  read(path: string): Promise<DeploymentAnswer> {
    return this.#send({ path }).catch(() => ({ status: 0, headers: {}, text: '', bytes: new Uint8Array() }));
  }

  /** Uses up the reads, and judges what comes then. */
  async spend(): Promise<void> {
    for (let i = 0, status = 0; i <= READ_LIMIT.calls && status !== 429; i++)
      status = (await this.#options.send({ path: '/health' })).status;
    for (const probe of REFUSALS) this.#judge(probe, await this.#options.send(probe.ask));
  }

  /** Keeps to the limits. What is refused for its rate is sent once more after the wait. */
  async #send(ask: Ask, metered = false): Promise<DeploymentAnswer> {
    if (metered) await this.#wait(this.#free - performance.now());
    const answer = await this.#options.send(ask);
    const pause = pauseAfter(answer);
    if (pause > 0) this.#free = performance.now() + pause;
    if (answer.status !== 429) return answer;
    await this.#wait(pause);
    return this.#options.send(ask);
  }

  async #wait(ms: number): Promise<void> {
    if (ms >= NOTABLE_MS) this.#options.onWait?.(Math.ceil(ms / 1000), 'the limit of requests in a minute');
    if (ms > 0) await sleep(ms);
  }

  /** Whether the response has the expected status. */
  #judge(probe: DeploymentProbe, answer: DeploymentAnswer): boolean {
    const { faults, judged, asExpected } = judgeAnswer(probe, answer, this.#options);
    this.result.answers += 1;
    this.result.expectations += judged;
    for (const fault of faults) this.#report(probe, fault);
    return asExpected;
  }

  /** Any text may quote the deployment: a terminal, a CI log and readers of the JSON get plain text. */
  #report({ group, ask: { method = 'GET', path }, about }: DeploymentProbe, fault: Fault): void {
    const request = plain(`${method} ${path}${about === undefined ? '' : `, ${about}`}`, LONGEST);
    const expected = plain(fault.expected, LONGEST);
    const seen = plain(fault.seen, LONGEST);
    this.result.findings.push({ group, request, what: fault.what, expected, seen, why: GROUPS[group][1] });
  }
}

/** Requests a document again with its tag, and with its date if it has one: 304 without a body (RFC 9110, section 15.4.5). */
function revalidated(probe: DeploymentProbe, { headers }: DeploymentAnswer): readonly DeploymentProbe[] {
  const { ask, group, metered = false, about, tagged } = probe;
  const conditions = { 'if-none-match': headers.etag, 'if-modified-since': headers['last-modified'] };
  return Object.entries(tagged === true ? conditions : {}).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const again = { ...ask, headers: { ...ask.headers, [name]: value } };
    const titled = about === undefined ? name : `${about}, ${name}`;
    const expect = [body('body', /^$/)];
    return [{ group, metered, about: titled, ask: again, status: 304, bare: true, expect } as const];
  });
}
