/** Can other sites verify the requests of this host's bots? */

import type { Found } from '../evidence/surface.ts';
import type { KeySet } from '../parse/jwks.ts';
import { check, judge, noncompliant, pass, type Verdict, withDetail } from './check.ts';
import { faulty, found, missing } from './examples.ts';

const DIRECTORY = '/.well-known/http-message-signatures-directory';
/** What the directory has to be served as at its well-known place (draft-ietf-webbotauth-httpsig-protocol, 5.5). */
const DIRECTORY_TYPE = 'application/http-message-signatures-directory+json';

export const webBotAuth = check({
  id: 'web-bot-auth',
  category: 'bot-crawl-policy',
  keyword: 'may',
  principle: 'P6',
  label: 'Bot signature keys are published',
  goal: 'Sites that this host’s bots visit can verify that a signed request is really theirs.',
  fix: 'If you run bots or agents, serve a JSON Web Key Set with their public keys at /.well-known/http-message-signatures-directory itself, without a redirect, with the media type application/http-message-signatures-directory+json. Each key needs its `kty`.',
  resources: [
    {
      label: 'HTTP Message Signatures for automated traffic (IETF draft of the webbotauth group)',
      url: 'https://datatracker.ietf.org/doc/draft-ietf-webbotauth-httpsig-protocol/',
    },
    {
      label: 'RFC 9421: HTTP Message Signatures',
      url: 'https://www.rfc-editor.org/rfc/rfc9421.html',
    },
    { label: 'RFC 7517: JSON Web Key', url: 'https://www.rfc-editor.org/rfc/rfc7517.html' },
  ],
  needs: ['signatureKeys'],
  evaluate: ({ signatureKeys }) => judge(signatureKeys, directoryVerdict),
  examples: [
    {
      title: 'a key set',
      given: { signatureKeys: found({ keys: 1 }, { path: DIRECTORY, type: DIRECTORY_TYPE }) },
      expect: 'pass',
      evidence: '1 key',
    },
    {
      title: 'of another type',
      given: { signatureKeys: found({ keys: 1 }, { path: DIRECTORY, type: 'application/json' }) },
      expect: 'noncompliant',
      evidence: 'served as application/json',
    },
    {
      title: 'behind a redirect',
      given: {
        signatureKeys: found(
          { keys: 2 },
          {
            path: '/keys.json',
            type: DIRECTORY_TYPE,
            hops: [{ url: `https://site.example${DIRECTORY}`, status: 302 }],
          },
        ),
      },
      expect: 'noncompliant',
      evidence: 'verifiers follow no redirect',
    },
    {
      title: 'not there',
      given: { signatureKeys: missing(DIRECTORY) },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'JSON without keys',
      given: { signatureKeys: faulty(DIRECTORY, 'JSON without a `keys` array') },
      expect: 'broken',
    },
  ],
});

/** A verifier takes a directory from its own address and with its own media type only. */
function directoryVerdict({ answer, evidence, value: { keys } }: Found<KeySet>): Verdict {
  const served = answer.type?.essence ?? 'no type';
  const faults = [
    answer.hops.length > 0 ? 'verifiers follow no redirect' : '',
    served === DIRECTORY_TYPE ? '' : `served as ${served}, not ${DIRECTORY_TYPE}`,
  ].filter((fault) => fault !== '');
  const count = keys === 1 ? '1 key' : `${keys} keys`;
  return faults.length === 0
    ? pass(withDetail(evidence, count))
    : noncompliant(withDetail(evidence, [count, ...faults].join('; ')));
}
