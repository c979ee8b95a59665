/** Does the API say how much of it a client may use? */

import { describeAnswer, isUnseen, unseen } from '../evidence/surface.ts';
import { headerOf } from '../io/io.ts';
import { type Answer, RATE_LIMITED, type Reply } from '../probes/client.ts';
import { isRateLimited } from '../probes/refusals.ts';
import { API, ELSEWHERE, NO_API, servedElsewhere } from './api-descriptions.ts';
import { absent, broken, check, couldNotSee, noncompliant, notApplicable, pass } from './check.ts';
import { answer, answered, found, missing } from './examples.ts';

const JSON_404 = { path: '/pets/anc-web-audit-no-such-id', status: 404 };
const RESET: Reply = {
  kind: 'failed',
  asked: 'https://site.example/pets/anc-web-audit-no-such-id',
  reason: 'reset',
  message: 'the server closed the connection',
};
const tooMany = (headers: readonly (readonly [string, string])[], mark: string = RATE_LIMITED): Reply => ({
  kind: 'blocked',
  answer: answer({ ...JSON_404, status: 429, headers }),
  mark,
});
const NO_DESCRIPTION = { openapi: missing('/openapi.json'), openapiPaths: [] };

export const rateLimitHeaders = check({
  id: 'rate-limit-headers',
  category: 'api',
  keyword: 'should',
  principle: 'P6',
  label: 'API answers carry rate-limit headers',
  goal: 'Agents see how many requests they have left and pace themselves, before they are refused.',
  fix: 'Send `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (or the `RateLimit` field) with every API answer, and `Retry-After` with every 429.',
  resources: [
    {
      label: 'RateLimit header fields for HTTP (IETF draft)',
      url: 'https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/',
    },
    { label: 'RFC 6585: 429 Too Many Requests', url: 'https://www.rfc-editor.org/rfc/rfc6585.html' },
  ],
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
      ({ answer, mark }) => mark === RATE_LIMITED && headerOf(answer.headers, 'retry-after') === undefined,
    );
    if (bare !== undefined) return broken(describeAnswer(bare.answer, 'without Retry-After'));
    const errors = apiErrors.filter(({ kind }) => kind === 'answer').map(answerOf);
    const answers = [...described, ...refused, ...errors].filter((one) => one !== undefined);
    for (const one of answers) {
      const names = rateLimitNames(one);
      if (names.length > 0) return pass(describeAnswer(one, names.join(', ')));
    }
    const policy = answers.find(({ headers }) => headerOf(headers, 'ratelimit-policy') !== undefined);
    if (policy !== undefined) {
      return noncompliant(describeAnswer(policy, 'RateLimit-Policy alone: nothing says what is left'));
    }
    // A limiter before the API may have given a 429 that has no fields: what the API itself sends was not seen then.
    const blind = [openapi, ...apiErrors.map((reply) => unseen(reply))].find(isUnseen);
    if (blind !== undefined) return couldNotSee(blind);
    return absent(answers.map((one) => describeAnswer(one, 'no rate-limit header')).join('; '));
  },
  examples: [
    {
      title: 'on the description',
      given: {
        apiSurface: API,
        openapi: found(
          { version: '3.1.0', document: {}, complete: true },
          { path: '/openapi.json', headers: [['ratelimit', '"default";r=50;t=30']] },
        ),
        openapiPaths: [],
        apiErrors: [answered(JSON_404)],
      },
      expect: 'pass',
      evidence: 'openapi.json -> 200 (ratelimit)',
    },
    {
      title: 'on the error',
      given: {
        apiSurface: API,
        ...NO_DESCRIPTION,
        apiErrors: [answered({ ...JSON_404, headers: [['x-ratelimit-remaining', '59']] })],
      },
      expect: 'pass',
    },
    {
      title: 'a 429 that says all',
      given: {
        apiSurface: API,
        ...NO_DESCRIPTION,
        apiErrors: [
          tooMany([
            ['retry-after', '30'],
            ['ratelimit-limit', '60'],
          ]),
        ],
      },
      expect: 'pass',
    },
    {
      title: 'a 429 without Retry-After',
      given: { apiSurface: API, ...NO_DESCRIPTION, apiErrors: [tooMany([['ratelimit-limit', '60']])] },
      expect: 'broken',
      evidence: '-> 429 (without Retry-After)',
    },
    {
      title: 'a 429 that could not be confirmed, with the fields',
      given: {
        apiSurface: API,
        ...NO_DESCRIPTION,
        apiErrors: [tooMany([['ratelimit-remaining', '0']], `${RATE_LIMITED}; not asked again`)],
      },
      expect: 'pass',
    },
    {
      title: 'a 429 that could not be confirmed, without anything',
      given: {
        apiSurface: API,
        ...NO_DESCRIPTION,
        apiErrors: [tooMany([], `${RATE_LIMITED}; not asked again`)],
      },
      expect: 'error',
    },
    {
      title: 'only the policy',
      given: {
        apiSurface: API,
        ...NO_DESCRIPTION,
        apiErrors: [answered({ ...JSON_404, headers: [['ratelimit-policy', '"default";q=100;w=60']] })],
      },
      expect: 'noncompliant',
    },
    {
      title: 'none',
      given: { apiSurface: API, ...NO_DESCRIPTION, apiErrors: [answered(JSON_404)] },
      expect: 'absent',
      evidence: 'no rate-limit header',
    },
    {
      title: 'a 429 with Retry-After alone',
      given: { apiSurface: API, ...NO_DESCRIPTION, apiErrors: [tooMany([['retry-after', '30']])] },
      expect: 'error',
    },
    {
      title: 'a 429 of bot protection',
      given: { apiSurface: API, ...NO_DESCRIPTION, apiErrors: [tooMany([], 'DataDome header x-datadome')] },
      expect: 'error',
    },
    {
      title: 'connection reset',
      given: { apiSurface: API, ...NO_DESCRIPTION, apiErrors: [RESET] },
      expect: 'error',
    },
    {
      title: 'an API on another origin',
      given: { apiSurface: API, openapi: ELSEWHERE, openapiPaths: [], apiErrors: [] },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    {
      title: 'no API',
      given: { apiSurface: NO_API, ...NO_DESCRIPTION, apiErrors: [] },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],
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
