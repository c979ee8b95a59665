/** Can other sites verify the requests of this host's bots? */

import type { Found } from '../evidence/surface.ts';
import type { KeySet } from '../parse/jwks.ts';
import { because, check, judge, noncompliant, pass, type Verdict } from './check.ts';

/** What the directory has to be served as at its well-known place (draft-ietf-webbotauth-httpsig-protocol, 5.5). */
const DIRECTORY_TYPE = 'application/http-message-signatures-directory+json';

export const webBotAuth = check('web-bot-auth', {
  needs: ['signatureKeys'],
  evaluate: ({ signatureKeys }) => judge(signatureKeys, directoryVerdict),
});

/** A verifier takes a directory from its own address and with its own media type only. */
function directoryVerdict({ answer, evidence, value: { keys } }: Found<KeySet>): Verdict {
  const served = answer.type?.essence ?? 'no type';
  const faults = [
    answer.hops.length > 0 ? 'verifiers follow no redirect' : '',
    served === DIRECTORY_TYPE ? '' : `served as ${served}, not ${DIRECTORY_TYPE}`,
  ].filter((fault) => fault !== '');
  const count = keys === 1 ? '1 key' : `${keys} keys`;
  if (faults.length === 0) return pass(evidence, count);
  return because(
    noncompliant(evidence, [count, ...faults].join('; ')),
    answer.hops.length > 0
      ? 'The directory of keys is behind a redirect, which verifiers do not follow.'
      : 'The directory of keys is served as a type that verifiers do not accept.',
  );
}
