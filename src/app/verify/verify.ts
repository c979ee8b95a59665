/** Checks a deployment against its description and the tables: requests, judges the responses, and follows their links. */
import { setTimeout as sleep } from 'node:timers/promises';
import { READ_LIMIT } from '../../base/limits.ts';
import { plain } from '../../base/text.ts';
import { describedProbes } from './described.ts';
import * as probe from './probe.ts';
import { SDK_SESSION, sdkClientFault } from './sdk-client.ts';
import { NoAnswer, type Send } from './send.ts';
import {
  auditProbe,
  CATALOG_PROBE,
  publishedProbes,
  rankedHost,
  scorecardProbes,
} from './tables/published.ts';
import { SERVICE_PROBES } from './tables/service.ts';
import { SITE_PROBES } from './tables/site.ts';

export interface VerifyOptions extends probe.Deployment {
  readonly send: Send;
  /** Only these groups; all if left out. */
  readonly only?: readonly probe.Group[];
  /** Every published address instead of a sample. */
  readonly all?: boolean;
  /** Has this site audited, which spends one of the fresh audits. */
  readonly audit?: string;
  /** Receives how long the limit of reads makes it wait. */
  readonly onWait: (seconds: number) => void;
}

export interface Finding extends probe.Fault {
  readonly group: probe.Group;
  /** `GET /score, text/markdown` */
  readonly request: string;
}

/** The most characters of a reported text. */
const LONGEST = 300;

/** The longest wait for the limit of reads, in seconds; longer ones are not believed. */
const LONGEST_WAIT = READ_LIMIT.windowMs / 1000;

/**
 * Verifies a deployment. Returns what does not hold, what was judged, and the host of the stored scorecard if one was.
 *
 * @throws NoAnswer if it cannot be reached at all
 */
export async function verify(options: VerifyOptions) {
  const { only = Object.keys(probe.GROUPS), all = false, audit } = options;
  const result = { findings: [] as Finding[], answers: 0, expectations: 0 };

  /** Sends a request that is refused for its rate once more after the wait. */
  async function send(request: probe.Ask): Promise<probe.DeploymentAnswer> {
    const answer = await options.send(request);
    // MCP clients read a refusal only with status 200; no other response of that status has Retry-After.
    const isRefusedCall = answer.status === 200 && answer.headers['retry-after'] !== undefined;
    if (answer.status !== 429 && !isRefusedCall) return answer;
    const seconds = Math.min(Number(answer.headers['retry-after']) || LONGEST_WAIT, LONGEST_WAIT);
    options.onWait(seconds);
    await sleep(seconds * 1000);
    return options.send(request);
  }

  /** Any text may quote the deployment: a terminal and a CI log get plain text. */
  function report({ group, ask, about }: probe.DeploymentProbe, { what, expected, seen }: probe.Fault) {
    const request = `${ask.method ?? 'GET'} ${ask.path}${about === undefined ? '' : `, ${about}`}`;
    const texts = { request: plain(request, LONGEST), expected: plain(expected, LONGEST) };
    result.findings.push({ group, ...texts, what, seen: plain(seen, LONGEST) });
  }

  /** Sends requests of the wanted groups, judges the responses, and goes on to what they lead to. */
  async function ask(...probes: readonly probe.DeploymentProbe[]): Promise<void> {
    for (const one of probes) {
      if (!only.includes(one.group)) continue;
      try {
        const answer = await send(one.ask);
        const { faults, judged, asExpected } = probe.judgeAnswer(one, answer, options);
        result.answers += 1;
        result.expectations += judged;
        for (const fault of faults) report(one, fault);
        if (asExpected)
          await ask(...revalidated(one, answer.headers.etag), ...(one.follow?.(answer, options) ?? []));
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        report(one, { what: 'response', expected: 'a response', seen: error.message });
      }
    }
  }

  /** Holds a session with a real client of MCP, unless single messages already failed. */
  async function holdSession(): Promise<void> {
    const group = 'mcp';
    if (!only.includes(group) || result.findings.some((finding) => finding.group === group)) return;
    const found = await sdkClientFault(send, options.at);
    result.expectations += 1;
    if (found !== undefined) report({ group, ask: SDK_SESSION, about: 'a client of MCP SDK 1' }, found);
  }

  /** The JSON document at a path, which a probe of its own judges; `undefined` if there is none. */
  const read = (path: string) => send({ path }).then(probe.jsonOf, () => undefined);

  await options.send({ path: '/' });
  await ask(...SITE_PROBES, CATALOG_PROBE, ...publishedProbes(all), ...SERVICE_PROBES);
  await holdSession();
  const ranked = only.includes('scorecards') ? await rankedHost(read, options) : undefined;
  if (ranked !== undefined) await ask(...scorecardProbes(ranked));
  const live = only.includes('audit') ? audit : undefined;
  if (live !== undefined) await ask(auditProbe(live));
  await ask(...(await describedProbes(read, { ranked, live })));
  return { ...result, ranked };
}

/** Requests a document again with its tag: 304 without a body (RFC 9110, section 15.4.5). */
function revalidated(one: probe.DeploymentProbe, etag = ''): readonly probe.DeploymentProbe[] {
  const { group, ask, about, metered, tagged } = one;
  if (tagged !== true || etag === '') return [];
  const again = { ...ask, headers: { ...ask.headers, 'if-none-match': etag } };
  const titled = about === undefined ? 'If-None-Match' : `${about}, If-None-Match`;
  return [{ group, metered, about: titled, ask: again, status: 304, expect: [probe.body('body', /^$/)] }];
}
