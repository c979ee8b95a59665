/** Examples of the checks in ../web-bot-auth.ts. */
import { faulty, found, missing } from './answers.ts';
import type { Examples } from './example.ts';

const DIRECTORY = '/.well-known/http-message-signatures-directory';

/** What the directory has to be served as at its well-known place (draft-ietf-webbotauth-httpsig-protocol, 5.5). */
const DIRECTORY_TYPE = 'application/http-message-signatures-directory+json';

export const webBotAuthExamples = {
  'web-bot-auth': [
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
} satisfies Examples;
