/** Zoo sites behind a proxy that refuses requests while too many are in flight, or that delays responses. */

import { type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DemoSite, expectedOf } from '../../app/demo/site.ts';
import type { Io } from '../../audit/io/io.ts';
import { AuditError } from '../../base/errors.ts';
import { testIo } from '../live.ts';
import { HOME } from '../routes.ts';
import { auditSite, serveSite } from '../serve.ts';
import type { ZooServer } from './mcp-truth.ts';
import { type Strain, serveStrained } from './pace.ts';
import type { Truth } from './walled.ts';

export type Refusal = 202 | 403 | 429 | 503 | 'reset';

export const REFUSALS: readonly Refusal[] = [202, 403, 429, 503, 'reset'];

/** How long the proxy holds each request, so that concurrent requests overlap, in milliseconds. */
const HOLD_MS = 4;
/** The factor by which an audit's waits are shorter: the proxy counts requests and does not measure time. */
const HASTE = 20;

/** Refuses requests while more than `most` are in flight. */
export function crowded(most: number, refusal: Refusal): Strain {
  let inFlight = 0;
  return (site) => async (incoming, response) => {
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
    });
    const isOver = inFlight > most;
    await sleep(HOLD_MS);
    if (!isOver) return site(incoming, response);
    if (refusal === 'reset') return void incoming.socket.destroy();
    response.writeHead(refusal, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Busy</title><h1>${refusal}</h1><p>Too many requests at a time.</p>`);
  };
}

export function delayed(ms: number): Strain {
  return (site) => async (incoming, response) => {
    await sleep(ms);
    site(incoming, response);
  };
}

/** The outcome of an audit: the status of each check, or the kind of error that ended it. */
export type Said = ReadonlyMap<string, string>;

const ENDED = 'the audit';

async function listen(url: string): Promise<Said> {
  await using live = testIo();
  const io: Io = {
    send: (one, signal) => live.io.send(one, signal),
    dns: (question, signal) => live.io.dns(question, signal),
    wait: (ms, signal) => live.io.wait(ms / HASTE, signal),
    now: () => live.io.now(),
    close: () => live.io.close(),
  };
  try {
    const { scorecard } = await auditSite(url, { options: { io } });
    return new Map(
      scorecard.results.map((result) => [result.id, `${expectedOf(result)}\n${result.evidence}`]),
    );
  } catch (error) {
    if (!(error instanceof AuditError)) throw error;
    return new Map([[ENDED, `${error.kind}\n${error.message}`]]);
  }
}

export async function auditBehind(site: DemoSite, strain?: Strain): Promise<Said> {
  await using server = await serveStrained(site, strain === undefined ? {} : { strain });
  return await listen(server.url);
}

export async function auditServerBehind({ make }: ZooServer, strain: Strain = (site) => site): Promise<Said> {
  const { routes, stop } = make();
  try {
    await using site = await serveSite(routes['/'] === undefined ? { '/': HOME, ...routes } : routes);
    const proxied: DemoSite = {
      name: 'proxied',
      title: 'proxied',
      about: 'a server behind a proxy',
      verdicts: {},
      create: () => () => new Response(),
    };
    await using server = await serveStrained(proxied, { strain: () => strain(forwardTo(site.url)) });
    return await listen(server.url);
  } finally {
    await stop?.();
  }
}

function forwardTo(upstream: string): RequestListener {
  return (incoming: IncomingMessage, response: ServerResponse) => {
    const { method, headers, url = '/' } = incoming;
    const onward = request(new URL(url, upstream), { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.once('close', () => onward.destroy());
    incoming.pipe(onward);
  };
}

/**
 * Returns the verdicts that differ from those of the undisturbed site and are not `error`, one line each.
 *
 * @param truth if it allows a check one of two statuses, both count as equal
 */
export function otherVerdicts(undisturbed: Said, disturbed: Said, truth?: Truth): string[] {
  const also = truth !== undefined && 'eitherOrError' in truth ? truth.eitherOrError : {};
  const wasScored = !undisturbed.has(ENDED);
  return [...disturbed].flatMap(([id, what]) => {
    const [status = '', evidence] = what.split('\n');
    const [before] = undisturbed.get(id)?.split('\n') ?? [];
    const isSame = status === before || status === also[id] || (status === 'error' && wasScored);
    return isSame ? [] : [`${id}: ${before} → ${status} (${evidence})`];
  });
}

export function newErrors(undisturbed: Said, disturbed: Said): number {
  return [...disturbed].filter(
    ([id, what]) => what.startsWith('error') && !undisturbed.get(id)?.startsWith('error'),
  ).length;
}
