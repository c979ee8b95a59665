/** Options of `audit`: how it gets at the site. */
import { DEFAULT_RESOLVER } from '../../versions.ts';
import { choice, number, webUrl } from '../settings.ts';

export const ACCESS = {
  canonicalOrigin: webUrl({
    flags: '--canonical-origin <url>',
    env: 'AUDIT_CANONICAL_ORIGIN',
    config: 'canonicalOrigin',
    description:
      'the address that a preview gives as its own (https://example.com): URLs there are asked at the target, and count as its own',
    fallback: undefined,
    shown: 'the target itself',
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
  resolver: webUrl({
    flags: '--resolver <url>',
    env: 'AUDIT_RESOLVER',
    description: 'the DNS-over-HTTPS resolver asked for DNS-AID records',
    fallback: DEFAULT_RESOLVER,
  }),
} as const;
