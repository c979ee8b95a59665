/**
 * The address that a preview speaks of as its own. A site that is built for production names `https://example.com` in its
 * links, cards and metadata wherever it is served: read at `http://localhost:3000`, these are words about itself.
 */
import { domainToUnicode } from 'node:url';
import { webUrl } from '../../base/url.ts';

/** What may be an address: its scheme, its two slashes as JSON or HTML may write them, its host, its port. */
const ADDRESS = /(https?:)?((?:\\{0,3}\/|\\u002f|&#x2f;|&#47;){2})([\p{L}\p{N}.-]+)(:\d+)?/giu;
/** An address without a scheme is one only where a text could begin with it; elsewhere `//` is part of a path. */
const BEGINS = /[\s"'`(<=,]/;
/** Before an address that another one has in its query: it is told to somebody else. */
const IN_QUERY = /[?&][\w.~;-]*=$/;
/** How far back the name of a query's field is looked for, in characters. */
const FIELD_CHARS = 40;
/** Behind a host: it goes on, or was a user's name. */
const GOES_ON = /[\p{L}\p{N}_%@:]/u;

export class CanonicalOrigin {
  readonly origin: string;
  readonly #scheme: string;
  readonly #hosts: ReadonlySet<string>;
  readonly #ports: ReadonlySet<string>;

  /** @param origin as in `URL.origin` */
  constructor(origin: string) {
    const { protocol, hostname, port } = new URL(origin);
    this.origin = origin;
    this.#scheme = protocol;
    this.#hosts = new Set([hostname, domainToUnicode(hostname)]);
    // The port of the scheme itself may be written or left out.
    this.#ports = port === '' ? new Set(['', protocol === 'https:' ? ':443' : ':80']) : new Set([`:${port}`]);
  }

  /** A URL of this origin, as one of the origin `at` in its place; any other as it is. */
  urlAt(href: string, at: string): string {
    const url = webUrl(href);
    return url?.origin === this.origin ? at + url.href.slice(url.origin.length) : href;
  }

  /** A text of the site, with `at` wherever it names this origin. Linear in its length. */
  textAt(text: string, at: string): string {
    const { protocol, host } = new URL(at);
    return text.replaceAll(
      ADDRESS,
      (
        whole: string,
        scheme: string | undefined,
        slashes: string,
        name: string,
        port = '',
        start: number,
      ) => {
        // A sentence may end behind it.
        const hostname = name.replace(/\.$/, '');
        const stop = name.slice(hostname.length);
        const isOurs =
          this.#hosts.has(hostname.toLowerCase()) &&
          (stop === '' ? this.#ports.has(port) : port === '' && this.#ports.has('')) &&
          (scheme === undefined || scheme.toLowerCase() === this.#scheme) &&
          !GOES_ON.test(text.charAt(start + whole.length)) &&
          mayBegin(text, start, scheme === undefined);
        return isOurs ? (scheme === undefined ? '' : protocol) + slashes + host + stop : whole;
      },
    );
  }
}

function mayBegin(text: string, start: number, isRelative: boolean): boolean {
  const before = text.charAt(start - 1);
  if (before === '=' && IN_QUERY.test(text.slice(Math.max(0, start - FIELD_CHARS), start))) return false;
  return before === '' || (isRelative ? BEGINS.test(before) : !/[/%\w]/.test(before));
}
