/** Checks a deployment: sends the probes' requests, judges the responses, and follows the links in the responses. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { READ_LIMIT } from '../../base/limits.ts';
import { plain } from '../../base/text.ts';
import { describedProbes } from './described.ts';
import * as probe from './probe.ts';
import { type Ask, type Fault, fault } from './probe.ts';
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
  readonly only?: readonly probe.Group[];
  /** Whether to request every published URL instead of a sample. */
  readonly all?: boolean;
  /** The host of a site to audit. The audit counts against the number of audits that the service allows per hour. */
  readonly audit?: string;
  /** Called before each wait for the rate limit, with the wait in seconds. */
  readonly onWait: (seconds: number) => void;
}

export interface Finding extends probe.Fault {
  readonly group: probe.Group;
  /** The request in one line, such as `GET /score, text/markdown`. */
  readonly request: string;
}

/** The maximum length of each text in the report, in characters. */
const LONGEST = 300;

/** The maximum wait before a rate-limited request is repeated, in seconds, even if the response asks for a longer wait. */
const LONGEST_WAIT = READ_LIMIT.windowMs / 1000;

/**
 * Verifies a deployment. Returns the findings, the numbers of checked responses and expectations, and the host of the stored
 * scorecard that was checked, if any.
 * @throws NoAnswer if the deployment does not respond at all
 */
export async function verify(options: VerifyOptions) {
  const { only = Object.keys(probe.GROUPS), all = false, audit } = options;
  const result = { findings: [] as Finding[], answers: 0, expectations: 0 };

  /** Sends a request. If the rate limit refuses the request, waits and sends it once more. */
  async function send(request: probe.Ask): Promise<probe.DeploymentAnswer> {
    const answer = await options.send(request);
    // A rate-limited MCP call gets status 200, so that clients read the error. No other 200 response has Retry-After.
    const isRefusedCall = answer.status === 200 && answer.headers['retry-after'] !== undefined;
    if (answer.status !== 429 && !isRefusedCall) return answer;
    const seconds = Math.min(Number(answer.headers['retry-after']) || LONGEST_WAIT, LONGEST_WAIT);
    options.onWait(seconds);
    await sleep(seconds * 1000);
    return options.send(request);
  }

  /** Adds a finding. It may quote a response, so `plain` makes its text safe for terminals and CI logs. */
  function report({ group, ask, about }: probe.DeploymentProbe, { what, expected, actual }: probe.Fault) {
    const request = `${ask.method ?? 'GET'} ${ask.path}${about === undefined ? '' : `, ${about}`}`;
    const texts = { request: plain(request, LONGEST), expected: plain(expected, LONGEST) };
    result.findings.push({ group, ...texts, what, actual: plain(actual, LONGEST) });
  }

  /** Sends the requests of the selected groups, judges the responses, and continues with the follow-up probes. */
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
        report(one, { what: 'response', expected: 'a response', actual: error.message });
      }
    }
  }

  /** Runs a session with a real MCP client, unless an MCP probe has already failed. */
  async function holdSession(): Promise<void> {
    const group = 'mcp';
    if (!only.includes(group) || result.findings.some((finding) => finding.group === group)) return;
    const found = await sdkClientFault(send, options.at);
    result.expectations += 1;
    if (found !== undefined) report({ group, ask: SDK_SESSION, about: 'a client of MCP SDK 1' }, found);
  }

  /** Returns the JSON document at a path; `undefined` if the response is not JSON, which another probe reports. */
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

/** Returns a probe that sends the ETag and expects 304 without a body (RFC 9110, section 15.4.5); empty without an ETag. */
function revalidated(one: probe.DeploymentProbe, etag = ''): readonly probe.DeploymentProbe[] {
  const { group, ask, about, metered, tagged } = one;
  if (tagged !== true || etag === '') return [];
  const again = { ...ask, headers: { ...ask.headers, 'if-none-match': etag } };
  const titled = about === undefined ? 'If-None-Match' : `${about}, If-None-Match`;
  return [{ group, metered, about: titled, ask: again, status: 304, expect: [probe.body('body', /^$/)] }];
}

export const SDK_SESSION = { method: 'POST', path: '/mcp' } as const satisfies Ask;

/** The tool that `sdkClientFault` calls. It runs no audit, and the SDK validates its result against the tool's output schema. */
const TOOL = 'list_checks';

/**
 * Runs a session of the MCP SDK's client that calls a tool. Returns the fault; `undefined` if the client gets the tool's result.
 * @param at the origin that `send` sends requests to
 */
export async function sdkClientFault(send: Send, at: string): Promise<Fault | undefined> {
  const client = new Client({ name: 'agent-readiness-verify', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(SDK_SESSION.path, at), {
    fetch: fetchBy(send),
  });
  try {
    await client.connect(transport);
    await client.listTools();
    const { isError } = await client.callTool({ name: TOOL, arguments: {} });
    return isError === true ? fault('session', `a result of ${TOOL}`, 'an error') : undefined;
  } catch (error) {
    return fault('session', `a result of ${TOOL}`, error instanceof Error ? error.message : String(error));
  } finally {
    await client.close();
  }
}

/** Returns a minimal `fetch` for the MCP transport, which sends every request with `send`. */
function fetchBy(send: Send) {
  return async (
    url: string | URL,
    { method = 'GET', headers, body }: RequestInit = {},
  ): Promise<Response> => {
    const ask = { method, path: new URL(url).pathname, headers: Object.fromEntries(new Headers(headers)) };
    const answer = await send(typeof body === 'string' ? { ...ask, body } : ask);
    const bytes = answer.bytes.length === 0 ? null : new Uint8Array(answer.bytes);
    return new Response(bytes, { status: answer.status, headers: answer.headers });
  };
}
