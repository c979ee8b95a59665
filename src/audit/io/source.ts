/** Where the answers of an audit come from, as plain data, because it is sent to the process that audits. */
import type { Limits } from '../../base/limits.ts';
import type { Target } from '../target.ts';
import type { NetworkPolicy } from './address-guard.ts';
import type { Lookup } from './connect.ts';
import type { Har } from './har.ts';
import type { HttpRequest, Io } from './io.ts';
import { liveIo } from './live.ts';
import type { HeadersOfOrigin } from './own-headers.ts';
import type { Proxies } from './proxy.ts';
import { replayingIo, type Unrecorded } from './replay.ts';
import type { Sign } from './signing.ts';

export type AuditSource = NetworkSource | RecordingSource;

/** Real servers. */
export interface NetworkSource {
  readonly kind: 'network';
  readonly network: NetworkPolicy;
  /** DNS-over-HTTPS resolver (RFC 8484), an absolute URL; left out where none may be asked. */
  readonly resolver?: string | undefined;
  /** Headers of the caller's own, for the origin that was typed. */
  readonly headers?: HeadersOfOrigin | undefined;
  /** Of the caller's network; without them, none is heeded. */
  readonly proxies?: Proxies | undefined;
  /** More certificates to trust, PEM. */
  readonly ca?: readonly string[] | undefined;
  /** In place of the system's resolver: the addresses of host names; no other name exists then. */
  readonly addresses?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Sites that are not where their name says. */
  readonly places?: Places | undefined;
}

/** Origins, and the origins at which they are served in truth: `https://docs.demo` at `http://127.0.0.1:4567`. */
export type Places = Readonly<Record<string, string>>;

/** A recording in place of the network. */
interface RecordingSource {
  readonly kind: 'recording';
  readonly har: Har;
}

/** The policy under which a source was asked, or was when it was recorded. */
export function policyOf(source: AuditSource): NetworkPolicy | undefined {
  return source.kind === 'network' ? source.network : source.har.log._agentReadiness.network;
}

/**
 * Makes the `Io` of one audit.
 *
 * @param onUnrecorded told of each request and question that a recording does not hold
 */
export function ioOf(
  source: AuditSource,
  given: {
    readonly target: Target;
    readonly limits: Limits;
    readonly onUnrecorded?: (asked: Unrecorded) => void;
    readonly sign?: Sign | undefined;
  },
): Io {
  if (source.kind === 'recording') return replayingIo(source.har, given.onUnrecorded);
  const { network, resolver, headers, proxies, ca, addresses, places = {} } = source;
  const place = places[given.target.origin];
  const io = liveIo({
    limits: given.limits,
    // Where a site is in truth was said by whoever runs this program, and may be on this machine.
    network: place === undefined ? network : 'auto',
    targetHost: place === undefined ? given.target.hostname : new URL(place).hostname,
    sign: given.sign,
    lookup: addresses && lookupIn(addresses),
    resolver,
    headers,
    proxies,
    ca,
  });
  return place === undefined ? io : leadTo(place, given.target, io);
}

/** An `Io` that finds a target at another place. No resolver knows of its name. */
function leadTo(place: string, target: Target, inner: Io): Io {
  const atPlace = (request: HttpRequest): HttpRequest => ({
    ...request,
    url: place + request.url.slice(target.origin.length),
  });
  return {
    async send(request, signal) {
      if (!request.url.startsWith(target.url)) return inner.send(request, signal);
      return { ...(await inner.send(atPlace(request), signal)), request };
    },
    dns: async (question) => ({ question, rcode: 'NXDOMAIN', answers: 0 }),
    wait: (ms, signal) => inner.wait(ms, signal),
    now: () => inner.now(),
    close: () => inner.close(),
  };
}

function lookupIn(addresses: Readonly<Record<string, readonly string[]>>): Lookup {
  return (hostname, _options, callback) => {
    const found = Object.hasOwn(addresses, hostname) ? addresses[hostname] : undefined;
    if (found === undefined) {
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
      return;
    }
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}
