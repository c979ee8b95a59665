/** The key directory of Web Bot Auth, and security.txt. */
import { type KeySet, parseKeySet } from '../parse/jwks.ts';
import { parseSecurityTxt, type SecurityTxt } from '../parse/security-txt.ts';
import { readDocument } from './document.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';
import { describeAnswer, type Surface } from './surface.ts';

export interface BotPolicyEvidence {
  readonly signatureKeys: Surface<KeySet>;
  readonly securityTxt: Surface<SecurityTxt>;
}

export const botPolicyProbes: Probes<BotPolicyEvidence> = {
  async signatureKeys(context) {
    const [reply, site] = await ask('/.well-known/http-message-signatures-directory', context);
    const surface = readDocument(reply, site, ({ text }) => parseKeySet(text));
    if (surface.state !== 'broken' || reply.kind !== 'answer') return surface;
    const { hops, status } = reply.answer;
    // Many a site redirects whatever it does not know: what turns out to be no key set was not meant as one.
    return hops.length > 0 && status === 200
      ? { state: 'absent', evidence: describeAnswer(reply.answer, 'redirected to what is not a key set') }
      : surface;
  },

  async securityTxt(context) {
    const [reply, site] = await ask('/.well-known/security.txt', context);
    return readDocument(reply, site, ({ text }) => {
      const value = parseSecurityTxt(text);
      return value.contacts.length === 0 && value.expires === undefined
        ? { ok: false, why: 'neither a Contact nor an Expires field' }
        : { ok: true, value };
    });
  },
};

async function ask(path: string, context: ProbeContext) {
  const asked = context.client.request(new URL(path, await context.origin()));
  return Promise.all([asked, siteBehaviour(context)]);
}
