/** Does the site tell agents how to authorize themselves, and what it has for them? */

import type { Surface } from '../evidence/surface.ts';
import type { Metadata } from '../parse/agent-metadata.ts';
import { agentDocumentChecks } from './agent-documents.ts';
import { check, judge, noncompliant, notApplicable, pass, type Seen, type Verdict } from './check.ts';

/** The verdict on a metadata document: complete, or what it lacks. */
function judgeMetadata(surface: Seen<Surface<Metadata>>): Verdict {
  return judge(surface, ({ value, evidence }) =>
    value.missing.length === 0
      ? pass(evidence)
      : noncompliant(evidence, `no ${value.missing.join(' and no ')}`),
  );
}

export const agentDiscoveryAuthChecks = [
  check('oauth-discovery', {
    needs: ['authSurface', 'oauthMetadata'],
    evaluate: ({ authSurface, oauthMetadata }) =>
      authSurface.state === 'absent' ? notApplicable(authSurface.evidence) : judgeMetadata(oauthMetadata),
  }),
  check('oauth-protected-resource', {
    needs: ['protectedResource'],
    evaluate: ({ protectedResource }) =>
      protectedResource.state === 'open'
        ? notApplicable(protectedResource.evidence)
        : judgeMetadata(protectedResource),
  }),
  check('auth-md', {
    needs: ['authSurface', 'authMd'],
    evaluate: ({ authSurface, authMd }) =>
      authSurface.state === 'absent' ? notApplicable(authSurface.evidence) : judge(authMd),
  }),
  ...agentDocumentChecks,
];
