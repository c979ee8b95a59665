/** Replaces the origin of URLs in text. A preview deployment needs this, because its text contains the production site's URLs. */
import { domainToUnicode } from 'node:url';
import { webUrl } from '../../base/url.ts';

/** Matches an absolute or scheme-relative URL up to the end of its port. The slashes may be escaped as in JSON or HTML. */
const ADDRESS = /(https?:)?((?:\\{0,3}\/|\\u002f|&#x2f;|&#47;){2})([\p{L}\p{N}.-]+)(:\d+)?/giu;
/** Matches a character that may precede a URL without a scheme. After other characters, `//` may be part of a path. */
const BEGINS = /[\s"'`(<=,]/;
/** Matches the text before a URL that is a query parameter of another URL. Such a URL is only data and stays unchanged. */
const IN_QUERY = /[?&][\w.~;-]*=$/;
/** The maximum number of characters searched before a URL for the name of a query parameter, as in `?url=https://…`. */
const FIELD_CHARS = 40;
/** Matches a character after a host name that continues the name, or that makes it a user name (`user@host`). */
const GOES_ON = /[\p{L}\p{N}_%@:]/u;

export class CanonicalOrigin {
  readonly origin: string;
  readonly #scheme: string;
  readonly #hosts: ReadonlySet<string>;
  readonly #ports: ReadonlySet<string>;

  /** @param origin the origin to replace, in the format of `URL.origin` */
  constructor(origin: string) {
    const { protocol, hostname, port } = new URL(origin);
    this.origin = origin;
    this.#scheme = protocol;
    this.#hosts = new Set([hostname, domainToUnicode(hostname)]);
    // URLs may include or omit the default port of their scheme.
    this.#ports = port === '' ? new Set(['', protocol === 'https:' ? ':443' : ':80']) : new Set([`:${port}`]);
  }

  /** Returns the URL with the origin `at` instead of `this.origin`. A URL with another origin stays unchanged. */
  urlAt(href: string, at: string): string {
    const url = webUrl(href);
    return url?.origin === this.origin ? at + url.href.slice(url.origin.length) : href;
  }

  /** Returns `text` with the origin `at` instead of `this.origin` in its URLs. Takes linear time. */
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
        // A final dot may end a sentence instead of the host name.
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
