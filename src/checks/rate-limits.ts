/** Does the API say how much of it a client may use? */

import { answerFacts } from '../evidence/facts.ts';
import { type Answer, isRateLimited, type Reply } from '../evidence/reply.ts';
import { isUnseen, unseen } from '../evidence/surface.ts';
import { headerOf } from '../parse/headers.ts';
import { servedElsewhere } from './api-descriptions.ts';
import { absent, broken, check, couldNotSee, noncompliant, notApplicable, pass } from './check.ts';

export const rateLimitHeaders = check('rate-limit-headers', {
  needs: ['apiSurface'],
  uses: ['openapi', 'openapiPaths', 'apiErrors'],
  evaluate: ({ apiSurface, openapi, openapiPaths, apiErrors }) => {
    if (apiSurface.state === 'absent') return notApplicable(apiSurface.evidence);
    const elsewhere = servedElsewhere(openapi);
    if (elsewhere !== undefined) return notApplicable(elsewhere);
    const described = openapi.state === 'found' ? [openapi.answer] : [];
    const replies = [...openapiPaths.map(({ reply }) => reply), ...apiErrors];
    const refusals = replies.filter(isRateLimited);
    const refused = refusals.map(({ answer }) => answer);
    const bare = refusals.find(
      ({ answer, rateLimit }) =>
        rateLimit === 'confirmed' && headerOf(answer.headers, 'retry-after') === undefined,
    );
    if (bare !== undefined) return broken(answerFacts(bare.answer, 'without Retry-After'));
    const errors = apiErrors.filter(({ kind }) => kind === 'answer').map(answerOf);
    const answers = [...described, ...refused, ...errors].filter((one) => one !== undefined);
    for (const one of answers) {
      const names = rateLimitNames(one);
      if (names.length > 0) return pass(answerFacts(one, names.join(', ')));
    }
    const policy = answers.find(({ headers }) => headerOf(headers, 'ratelimit-policy') !== undefined);
    if (policy !== undefined) {
      return noncompliant(answerFacts(policy, 'RateLimit-Policy alone: nothing says what is left'));
    }
    // A limiter before the API may have given a 429 that has no fields: what the API itself sends was not seen then.
    const hidden = [openapi, ...apiErrors.map((reply) => unseen(reply))].find(isUnseen);
    if (hidden !== undefined) return couldNotSee(hidden);
    return absent(answers.flatMap((one) => answerFacts(one, 'no rate-limit header')));
  },
});

function answerOf(reply: Reply): Answer | undefined {
  return reply.kind === 'answer' ? reply.answer : undefined;
}

/** The rate-limit fields of an answer, each once, in order: the draft's, or an `X-` alias as APIs spell it. */
function rateLimitNames({ headers }: Answer): string[] {
  const names = headers.map(([name]) => name);
  return [...new Set(names)].filter((name) =>
    /^(ratelimit(-limit|-remaining|-reset)?|x-rate-?limit-.+)$/.test(name),
  );
}
