/** The proxy of the caller's network, as the environment names it for every program (HTTP_PROXY, HTTPS_PROXY, NO_PROXY). */
import { type Proxies, proxyFor } from '../../io/proxy.ts';
import type { Target } from '../../target.ts';
import { CliError } from '../errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the variables as curl does: those in lower case count first, ALL_PROXY where there is no closer one, and an address
 * without a scheme is http. HTTP_PROXY is not read where a CGI server may have made it of a request's header.
 *
 * @returns `undefined` where no proxy is named
 * @throws CliError `configuration` for an address that cannot be used; the message holds no credentials
 */
export function proxiesOf(env: Environment): Proxies | undefined {
  const http = read(env, env.REQUEST_METHOD === undefined ? ['http_proxy', 'HTTP_PROXY'] : ['http_proxy']);
  const https = read(env, ['https_proxy', 'HTTPS_PROXY']);
  const all = read(env, ['all_proxy', 'ALL_PROXY']);
  const forHttp = http ?? all;
  const forHttps = https ?? all;
  if (forHttp === undefined && forHttps === undefined) return undefined;
  const direct = (env.no_proxy ?? env.NO_PROXY ?? '').toLowerCase().split(/[\s,]+/);
  return {
    http: forHttp,
    https: forHttps,
    direct: direct.filter((entry) => entry !== ''),
  };
}

function read(env: Environment, names: readonly string[]): string | undefined {
  const name = names.find((one) => env[one] !== undefined && env[one] !== '');
  const text = name === undefined ? undefined : env[name]?.trim();
  if (name === undefined || text === undefined || text === '') return undefined;
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (url === undefined || url.hostname === '') throw unusable(name, 'is not the address of a proxy');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw unusable(
      name,
      `names a ${url.protocol.slice(0, -1)} proxy, and only http and https proxies can be used`,
    );
  }
  return url.href;
}

function unusable(name: string, why: string): CliError {
  return new CliError('configuration', `${name} ${why}.`, {
    hint: `Set it to an address such as http://proxy.example:3128, or go without: NO_PROXY='*'.`,
  });
}

/** What is said of the proxy that a target is asked through, without credentials; `undefined` where none is. */
export function proxyNotice(proxies: Proxies | undefined, { url, name }: Target): string | undefined {
  const proxy = proxyFor(proxies, new URL(url));
  return proxy && `${name} is asked through the proxy ${proxy.url.origin}, as the environment says.`;
}
