/** Examples of the checks in ../rate-limits.ts. */
import { type Reply, rateLimited } from '../../evidence/reply.ts';
import { answer, answered, found, missing, refused } from './answers.ts';
import { API, ELSEWHERE, NO_API } from './api-descriptions.ts';
import type { Examples } from './example.ts';

const JSON_404 = { path: '/pets/anc-web-audit-no-such-id', status: 404 };

const RESET: Reply = {
  kind: 'failed',
  asked: 'https://site.example/pets/anc-web-audit-no-such-id',
  reason: 'reset',
  message: 'the server closed the connection',
};

const tooMany = (headers: readonly (readonly [string, string])[], doubt?: string): Reply =>
  rateLimited(answer({ ...JSON_404, status: 429, headers }), doubt);

const NO_DESCRIPTION = { openapi: missing('/openapi.json'), openapiPaths: [] };

export const rateLimitsExamples = {
  'rate-limit-headers': [
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
        apiErrors: [tooMany([['ratelimit-remaining', '0']], 'not asked again')],
      },
      expect: 'pass',
    },
    {
      title: 'a 429 that could not be confirmed, without anything',
      given: {
        apiSurface: API,
        ...NO_DESCRIPTION,
        apiErrors: [tooMany([], 'not asked again')],
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
      given: {
        apiSurface: API,
        ...NO_DESCRIPTION,
        apiErrors: [refused('DataDome header x-datadome', { ...JSON_404, status: 429 })],
      },
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
} satisfies Examples;
