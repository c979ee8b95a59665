/** Options of `audit`: how it gets at the site. */
import { DEFAULT_RESOLVER } from '../../versions.ts';
import { choice, number, siteUrl, text, urlOrOff, webUrlSetting } from '../settings.ts';
import { headerSources } from './headers.ts';
import { LONGEST_WAIT_S, waitFor } from './wait.ts';

export const ACCESS = {
  header: headerSources({
    flags: '--header <name=source>',
    env: 'AUDIT_HEADER',
    config: 'headers',
    description:
      'a request header for a protected site, sent to its own origin only; the source is env:VARIABLE or file:path, never the value; separated by commas, repeatable',
    shown: 'none',
  }),
  headerFile: text({
    flags: '--header-file <file>',
    env: 'AUDIT_HEADER_FILE',
    description: 'more such headers, a line “Name: value” each; “-” is stdin',
    fallback: undefined,
    shown: 'none',
  }),
  canonicalOrigin: webUrlSetting({
    flags: '--canonical-origin <url>',
    env: 'AUDIT_CANONICAL_ORIGIN',
    config: 'canonicalOrigin',
    description:
      'the address that a preview gives as its own (https://example.com): URLs there are asked at the target, and count as its own',
    fallback: undefined,
    shown: 'the target itself',
  }),
  mcpEndpoint: siteUrl({
    flags: '--mcp-endpoint <url>',
    env: 'AUDIT_MCP_ENDPOINT',
    config: 'mcpEndpoint',
    description:
      'the MCP endpoint, where nothing on the site leads to it: a path (/api/v2/mcp) or a URL, on another host too',
    fallback: undefined,
    shown: 'what the site’s documents and the usual paths lead to',
  }),
  waitFor: waitFor({
    flags: '--wait-for <url|seconds>',
    env: 'AUDIT_WAIT_FOR',
    config: 'waitFor',
    description:
      'wait for a server that is just starting: so many seconds for the target itself, or for this URL, until it answers with a status below 500',
    shown: 'no wait',
  }),
  waitTimeout: number({
    flags: '--wait-timeout <seconds>',
    env: 'AUDIT_WAIT_TIMEOUT',
    config: 'waitTimeout',
    description: 'how long the URL of --wait-for is waited for; the time of the audit itself begins after it',
    fallback: 60,
    min: 0.1,
    max: LONGEST_WAIT_S,
    unit: 'seconds',
  }),
  concurrency: number({
    flags: '--concurrency <n>',
    env: 'AUDIT_CONCURRENCY',
    description: 'requests at a time to one origin',
    fallback: 8,
    min: 1,
    max: 8,
    unit: 'requests',
    whole: true,
  }),
  network: choice({
    flags: '--network <policy>',
    env: 'AUDIT_NETWORK',
    description:
      'addresses the audit may connect to: public, any, or auto (private ones only if the target itself is private)',
    choices: ['public', 'any', 'auto'],
    fallback: 'auto',
  }),
  resolver: urlOrOff({
    flags: '--resolver <url>',
    env: 'AUDIT_RESOLVER',
    config: 'resolver',
    description:
      'the DNS-over-HTTPS resolver asked for DNS-AID records; “off” asks none, and dns-aid becomes “skip”',
    fallback: DEFAULT_RESOLVER,
  }),
} as const;
