/** Options of `audit`: how it gets at the site. */
import { DEFAULT_RESOLVER } from '../../versions.ts';
import {
  checkedUrl,
  choice,
  type Description,
  number,
  refusedSetting,
  type Setting,
  setting,
  siteUrl,
  text,
  urlOrOff,
  webUrlSetting,
} from '../settings.ts';
import { headerSources } from './headers.ts';

/** What is waited for before an audit. */
type WaitFor = 'nothing' | { readonly seconds: number } | { readonly url: string };

/** The longest wait, in seconds. */
const LONGEST_WAIT_S = 3600;

const OFF = ['0', 'false', 'no', 'off'];

/** A number of seconds, or an absolute http(s) URL; `0` and the like wait for nothing. */
function waitForSetting(given: Description<WaitFor>): Setting<WaitFor> {
  const parse: Setting<WaitFor>['parse'] = (value, from) => {
    const text = value.trim();
    if (OFF.includes(text.toLowerCase())) return 'nothing';
    const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
    if (seconds !== undefined && seconds > 0 && seconds <= LONGEST_WAIT_S) return { seconds };
    const what = `takes a number of seconds up to ${LONGEST_WAIT_S}, or an absolute http or https URL`;
    if (seconds !== undefined || !/^https?:\/\//i.test(text)) throw refusedSetting(from, what, value);
    checkedUrl(text, from, 'takes an absolute http or https URL');
    return { url: new URL(text).href };
  };
  return setting(given, parse, { fallback: 'nothing' });
}

export const ACCESS = {
  header: headerSources({
    flags: '--header <name=source>',
    config: 'headers',
    description:
      'a request header for a protected site, sent to its own origin only; the source is env:VARIABLE or file:path, never the value; separated by commas, repeatable',
    shown: 'none',
  }),
  headerFile: text({
    flags: '--header-file <file>',
    description: 'more such headers, a line “Name: value” each; “-” is stdin',
    shown: 'none',
  }),
  canonicalOrigin: webUrlSetting({
    flags: '--canonical-origin <url>',
    config: 'canonicalOrigin',
    description:
      'the address that a preview gives as its own (https://example.com): URLs there are asked at the target, and count as its own',
    shown: 'the target itself',
  }),
  mcpEndpoint: siteUrl({
    flags: '--mcp-endpoint <url>',
    config: 'mcpEndpoint',
    description:
      'the MCP endpoint, where nothing on the site leads to it: a path (/api/v2/mcp) or a URL, on another host too',
    shown: 'what the site’s documents and the usual paths lead to',
  }),
  waitFor: waitForSetting({
    flags: '--wait-for <url|seconds>',
    config: 'waitFor',
    description:
      'wait for a server that is just starting: so many seconds for the target itself, or for this URL, until it answers with a status below 500',
    shown: 'no wait',
  }),
  waitTimeout: number({
    flags: '--wait-timeout <seconds>',
    config: 'waitTimeout',
    description: 'how long the URL of --wait-for is waited for; the time of the audit itself begins after it',
    fallback: 60,
    min: 0.1,
    max: LONGEST_WAIT_S,
    unit: 'seconds',
  }),
  concurrency: number({
    flags: '--concurrency <n>',
    description: 'requests at a time to one origin',
    fallback: 8,
    min: 1,
    max: 8,
    unit: 'requests',
    whole: true,
  }),
  network: choice({
    flags: '--network <policy>',
    description:
      'addresses the audit may connect to: public, any, or auto (private ones only if the target itself is private)',
    choices: ['public', 'any', 'auto'],
    fallback: 'auto',
  }),
  resolver: urlOrOff({
    flags: '--resolver <url>',
    config: 'resolver',
    description:
      'the DNS-over-HTTPS resolver asked for DNS-AID records; “off” asks none, and dns-aid becomes “skip”',
    fallback: DEFAULT_RESOLVER,
  }),
} as const;
