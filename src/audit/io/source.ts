/** The source of an audit's responses: the network or a recording. It is plain data, so it can be sent to another process. */
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

export interface NetworkSource {
  readonly kind: 'network';
  readonly network: NetworkPolicy;
  /** The absolute URL of the DNS-over-HTTPS resolver (RFC 8484). If it is missing, no DNS query is sent. */
  readonly resolver?: string | undefined;
  readonly headers?: HeadersOfOrigin | undefined;
  readonly proxies?: Proxies | undefined;
  readonly ca?: readonly string[] | undefined;
  readonly addresses?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly places?: Places | undefined;
}

/** Maps sites' origins to the origins that serve them, for example `https://docs.demo` to `http://127.0.0.1:4567`. */
export type Places = Readonly<Record<string, string>>;

interface RecordingSource {
  readonly kind: 'recording';
  readonly har: Har;
}

/** Returns the network policy of a source. For a recording, this is the policy of the recorded audit. */
export function policyOf(source: AuditSource): NetworkPolicy | undefined {
  return source.kind === 'network' ? source.network : source.har.log._agentReadiness.network;
}

/** Creates the `Io` of one audit. `onUnrecorded` receives each request and DNS query that a recording does not contain. */
export function ioOf(
  source: AuditSource,
  options: {
    readonly target: Target;
    readonly limits: Limits;
    readonly onUnrecorded?: (missing: Unrecorded) => void;
    readonly sign?: Sign | undefined;
  },
): Io {
  if (source.kind === 'recording') return replayingIo(source.har, options.onUnrecorded);
  const { network, resolver, headers, proxies, ca, addresses, places = {} } = source;
  const place = places[options.target.origin];
  const io = liveIo({
    limits: options.limits,
    // `place` is the origin that serves the target. The operator configured it, so it may be an origin on this machine.
    network: place === undefined ? network : 'auto',
    targetHost: place === undefined ? options.target.hostname : new URL(place).hostname,
    sign: options.sign,
    lookup: addresses && lookupIn(addresses),
    resolver,
    headers,
    proxies,
    ca,
  });
  return place === undefined ? io : leadTo(place, options.target, io);
}

/** Returns an `Io` that sends a target's requests to the origin `place`, because the target's name does not exist in DNS. */
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
