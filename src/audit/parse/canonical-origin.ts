/** Replaces a preview's canonical origin: production builds use `https://example.com` in their URLs wherever they run. */
import { domainToUnicode } from 'node:url';
import { webUrl } from '../../base/url.ts';

/** Matches an address: an optional scheme, two slashes (also escaped as in JSON or HTML), a host, and an optional port. */
const ADDRESS = /(https?:)?((?:\\{0,3}\/|\\u002f|&#x2f;|&#47;){2})([\p{L}\p{N}.-]+)(:\d+)?/giu;
/** Matches a character before a value. Only there may an address omit its scheme, because `//` may be part of a path. */
const BEGINS = /[\s"'`(<=,]/;
/** Matches the text before an address that is in the query of another URL. Such an address belongs to another site. */
const IN_QUERY = /[?&][\w.~;-]*=$/;
/** How many characters before an address are searched for the name of the query field. */
const FIELD_CHARS = 40;
/** Matches text after a host that shows that the host name continues, or that it was a user name. */
const GOES_ON = /[\p{L}\p{N}_%@:]/u;

export class CanonicalOrigin {
  readonly origin: string;
  readonly #scheme: string;
  readonly #hosts: ReadonlySet<string>;
  readonly #ports: ReadonlySet<string>;

  /** @param origin the origin to replace, as in `URL.origin` */
  constructor(origin: string) {
    const { protocol, hostname, port } = new URL(origin);
    this.origin = origin;
    this.#scheme = protocol;
    this.#hosts = new Set([hostname, domainToUnicode(hostname)]);
    // If the port is the scheme's default, addresses may include or omit it.
    this.#ports = port === '' ? new Set(['', protocol === 'https:' ? ':443' : ':80']) : new Set([`:${port}`]);
  }

  /** Returns the URL with this origin replaced by `at`. A URL of another origin stays unchanged. */
  urlAt(href: string, at: string): string {
    const url = webUrl(href);
    return url?.origin === this.origin ? at + url.href.slice(url.origin.length) : href;
  }

  /** Returns a text of the site with this origin replaced by `at`. Takes linear time. */
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
        // A dot at the end may be the end of a sentence.
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
