import { hasField, readByBody, readDocument } from '../evidence/document.ts';
import { answerFacts } from '../evidence/facts.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { parseKeySet } from '../parse/jwks.ts';
import { parseRobots } from '../parse/robots.ts';
import { parseSecurityTxt } from '../parse/security-txt.ts';
import type { ProbeClient } from './client.ts';
import { documentAt } from './document.ts';
import type { Probes } from './probe.ts';
import { siteBehavior } from './root.ts';
import { unlessShared } from './shared-page.ts';

const FIELDS = [
  'user-agent',
  'allow',
  'disallow',
  'sitemap',
  'crawl-delay',
  'content-signal',
  'content-usage',
];

/** Fetches an origin's robots.txt. All probes share the response. */
export function askRobots(client: ProbeClient, origin: URL | string): Promise<Reply> {
  return client.request(new URL('/robots.txt', origin));
}

const DIRECTORY = '/.well-known/http-message-signatures-directory';

export const botPolicyProbes = {
  async robots(context) {
    const robotsReply = askRobots(context.client, await context.origin());
    const [reply, site] = await Promise.all([robotsReply, siteBehavior(context)]);
    const hasRules = ({ text }: Answer) => hasField(text, FIELDS);
    const surface = readByBody(reply, site, hasRules, ({ text }) => ({ ok: true, value: parseRobots(text) }));
    const isReal = surface.state === 'found' && hasRules(surface.answer);
    return unlessShared(context, 'robots', reply, surface, () => isReal);
  },

  async signatureKeys(context) {
    const surface = await documentAt(
      context,
      'signature keys',
      [DIRECTORY],
      ({ text }) => parseKeySet(text),
      ({ keys }) => keys > 0,
    );
    if (surface.state !== 'broken') return surface;
    const reply = await context.client.request(new URL(DIRECTORY, await context.origin()));
    if (reply.kind !== 'answer' || reply.answer.hops.length === 0 || reply.answer.status !== 200)
      return surface;
    // Many sites redirect all unknown paths. So a redirect to anything but a key set means that the site has no key set.
    return {
      state: 'absent',
      evidence: answerFacts(reply.answer, 'redirected to something that is not a key set'),
    };
  },

  async securityTxt(context) {
    const url = new URL('/.well-known/security.txt', await context.origin());
    const [reply, site] = await Promise.all([context.client.request(url), siteBehavior(context)]);
    const surface = readByBody(
      reply,
      site,
      ({ text }) => hasField(text, ['contact', 'expires']),
      ({ text }) => {
        const value = parseSecurityTxt(text);
        return [...value.contacts, ...value.expires].every((field) => field.value === '')
          ? { ok: false, why: 'neither a Contact nor an Expires field' }
          : { ok: true, value };
      },
      readDocument,
    );
    return unlessShared(context, 'security.txt', reply, surface, () => true);
  },
} satisfies Partial<Probes>;
