/** Examples of the checks in ../checks/api.ts. */

import type { Present } from '../evidence/api.ts';
import { says } from '../evidence/facts.ts';
import { type Reply, rateLimited } from '../evidence/reply.ts';
import type { Absent } from '../evidence/surface.ts';
import type { ApiCatalog } from '../parse/api-catalog.ts';
import type { OpenApi } from '../parse/openapi.ts';
import { answer, answered, at, faulty, found, missing, refused, timedOut } from './answers.ts';
import type { Examples } from './example.ts';

/** For examples: a site with an API, and one without. */
const API: Present = { state: 'present', evidence: at('/openapi.json') };

const NO_API: Absent = { state: 'absent', evidence: says('no API surface') };

const described = (document: OpenApi['document'], complete = true) =>
  found<OpenApi>(
    { version: String(document.openapi ?? document.swagger), document, complete },
    { path: '/openapi.json', type: 'application/json' },
  );

/** A description of an API that is served elsewhere. */
const ELSEWHERE = described({
  openapi: '3.1.0',
  info: {},
  paths: {},
  servers: [{ url: 'https://api.other.example/v1' }],
});

const catalogued = (catalog: ApiCatalog, type: string | undefined) =>
  found(catalog, { path: '/.well-known/api-catalog', ...(type === undefined ? {} : { type }) });

const schema = (state: 'good' | 'mistyped' | 'bad', ...faults: readonly string[]) =>
  ({ state, evidence: at('/schemas/pet.json', 200, ...faults) }) as const;

const JSON_404 = { path: '/pets/anc-web-audit-no-such-id', status: 404, type: 'application/problem+json' };

const HTML_404 = {
  path: '/anc-web-audit-no-such-api',
  status: 404,
  type: 'text/html',
  text: '<!doctype html><title>404</title>',
};

const NO_DESCRIPTION = missing('/openapi.json');

const RESET: Reply = {
  kind: 'failed',
  asked: 'https://site.example/pets/anc-web-audit-no-such-id',
  reason: 'reset',
  message: 'the server closed the connection',
};

const tooMany = (headers: readonly (readonly [string, string])[], doubt?: string): Reply =>
  rateLimited(answer({ ...JSON_404, status: 429, headers }), doubt);

const UNDESCRIBED = { openapi: NO_DESCRIPTION, openapiPaths: [] };

export const apiExamples = {
  openapi: [
    {
      title: 'OpenAPI 3.1',
      given: { apiSurface: API, openapi: described({ openapi: '3.1.0', info: {}, paths: {} }) },
      expect: 'pass',
      evidence: '(OpenAPI 3.1.0)',
    },
    {
      title: 'Swagger 2.0',
      given: { apiSurface: API, openapi: described({ swagger: '2.0', info: {}, paths: {} }) },
      expect: 'pass',
      evidence: '(Swagger 2.0)',
    },
    {
      title: 'longer than what is read',
      given: { apiSurface: API, openapi: described({ openapi: '3.0.3' }, false) },
      expect: 'pass',
      evidence: 'only its beginning was judged',
    },
    {
      title: 'without info',
      given: { apiSurface: API, openapi: described({ openapi: '3.1.0', paths: {} }) },
      expect: 'noncompliant',
      evidence: '`info` is missing',
    },
    {
      title: 'without paths, webhooks or components',
      given: { apiSurface: API, openapi: described({ openapi: '3.1.0', info: {} }) },
      expect: 'noncompliant',
      evidence: 'none of `paths`, `webhooks` and `components`',
    },
    {
      title: 'an unknown version',
      given: { apiSurface: API, openapi: described({ openapi: '4.0.0', info: {}, paths: {} }) },
      expect: 'noncompliant',
      evidence: 'not 3.x',
    },
    {
      title: 'cannot be parsed',
      given: { apiSurface: API, openapi: faulty('/openapi.json', 'not JSON') },
      expect: 'broken',
    },
    {
      title: 'an API without a description',
      given: { apiSurface: API, openapi: missing('/openapi.json') },
      expect: 'absent',
    },
    {
      title: 'no API',
      given: { apiSurface: NO_API, openapi: missing('/openapi.json') },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'json-errors': [
    {
      title: 'problem details',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered({ ...JSON_404, text: '{"title":"No such pet"}' })],
      },
      expect: 'pass',
    },
    {
      title: 'the first request succeeds, the next one fails as it should',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered({ path: '/pets' }), answered({ ...JSON_404, text: '{}' })],
      },
      expect: 'pass',
    },
    {
      title: 'too many requests, be it in JSON: nothing is known of the other errors',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [rateLimited(answer({ ...JSON_404, status: 429, text: '{"title":"Slow down"}' }))],
      },
      expect: 'error',
    },
    {
      title: 'an API on another origin',
      given: { apiSurface: API, notFound: answered(HTML_404), apiErrors: [], openapi: ELSEWHERE },
      expect: 'n_a',
      reason: 'antecedent-unmet',
      evidence: 'https://api.other.example',
    },
    {
      title: 'JSON nested deeper than is read',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered({ ...JSON_404, text: '['.repeat(300) })],
      },
      expect: 'error',
      evidence: 'nested deeper than 256 levels, so that it cannot be judged',
    },
    {
      title: 'JSON longer than what is read',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [
          { kind: 'answer', answer: { ...answer({ ...JSON_404, text: '{"title":' }), truncated: true } },
        ],
      },
      expect: 'error',
      evidence: '2 MiB',
    },
    {
      title: 'a JSON type on something else',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered({ ...JSON_404, text: 'Not found' })],
      },
      expect: 'broken',
      evidence: 'not JSON',
    },
    {
      title: 'the API fails',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered({ ...JSON_404, status: 500, text: '{}' })],
      },
      expect: 'broken',
      evidence: '-> 500',
    },
    {
      title: 'the whole host fails',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered({ path: '/anc-web-audit-no-such-page', status: 502 }),
        apiErrors: [answered({ ...JSON_404, status: 502 })],
      },
      expect: 'error',
    },
    {
      title: 'JSON served as text',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered({ ...JSON_404, type: 'text/plain', text: '{"error":"not found"}' })],
      },
      expect: 'noncompliant',
      evidence: 'served as text/plain',
    },
    {
      title: 'an HTML page',
      given: {
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered(HTML_404)],
        openapi: NO_DESCRIPTION,
      },
      expect: 'absent',
      evidence: 'an HTML page',
    },
    {
      title: 'no body at all',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered({ path: '/pets', status: 404 })],
      },
      expect: 'absent',
      evidence: 'an empty body',
    },
    {
      title: 'a word that happens to be JSON',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered({ ...JSON_404, type: 'text/plain', text: '404' })],
      },
      expect: 'absent',
      evidence: '(text/plain)',
    },
    {
      title: 'a 400',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered({ ...JSON_404, status: 400, text: '{}' })],
      },
      expect: 'pass',
    },
    {
      title: 'nothing is an error',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(),
        apiErrors: [answered({ path: '/x', text: 'Welcome' })],
      },
      expect: 'absent',
      evidence: 'not an error',
    },
    {
      title: 'connection reset',
      given: { apiSurface: API, notFound: answered(HTML_404), apiErrors: [RESET], openapi: NO_DESCRIPTION },
      expect: 'error',
    },
    {
      title: 'no API',
      given: { apiSurface: NO_API, notFound: answered(HTML_404), apiErrors: [], openapi: NO_DESCRIPTION },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

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
        ...UNDESCRIBED,
        apiErrors: [answered({ ...JSON_404, headers: [['x-ratelimit-remaining', '59']] })],
      },
      expect: 'pass',
    },
    {
      title: 'a 429 that says all',
      given: {
        apiSurface: API,
        ...UNDESCRIBED,
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
      given: { apiSurface: API, ...UNDESCRIBED, apiErrors: [tooMany([['ratelimit-limit', '60']])] },
      expect: 'broken',
      evidence: '-> 429 (without Retry-After)',
    },
    {
      title: 'a 429 that could not be confirmed, with the fields',
      given: {
        apiSurface: API,
        ...UNDESCRIBED,
        apiErrors: [tooMany([['ratelimit-remaining', '0']], 'not asked again')],
      },
      expect: 'pass',
    },
    {
      title: 'a 429 that could not be confirmed, without anything',
      given: {
        apiSurface: API,
        ...UNDESCRIBED,
        apiErrors: [tooMany([], 'not asked again')],
      },
      expect: 'error',
    },
    {
      title: 'only the policy',
      given: {
        apiSurface: API,
        ...UNDESCRIBED,
        apiErrors: [answered({ ...JSON_404, headers: [['ratelimit-policy', '"default";q=100;w=60']] })],
      },
      expect: 'noncompliant',
    },
    {
      title: 'none',
      given: { apiSurface: API, ...UNDESCRIBED, apiErrors: [answered(JSON_404)] },
      expect: 'absent',
      evidence: 'no rate-limit header',
    },
    {
      title: 'a 429 with Retry-After alone',
      given: { apiSurface: API, ...UNDESCRIBED, apiErrors: [tooMany([['retry-after', '30']])] },
      expect: 'error',
    },
    {
      title: 'a 429 of bot protection',
      given: {
        apiSurface: API,
        ...UNDESCRIBED,
        apiErrors: [refused('DataDome header x-datadome', { ...JSON_404, status: 429 })],
      },
      expect: 'error',
    },
    {
      title: 'connection reset',
      given: { apiSurface: API, ...UNDESCRIBED, apiErrors: [RESET] },
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
      given: { apiSurface: NO_API, ...UNDESCRIBED, apiErrors: [] },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'api-catalog': [
    {
      title: 'a linkset',
      given: {
        apiSurface: API,
        apiCatalog: catalogued({ contexts: 1, descriptions: [] }, 'application/linkset+json'),
      },
      expect: 'pass',
    },
    {
      title: 'a linkset as plain JSON',
      given: {
        apiSurface: API,
        apiCatalog: catalogued({ contexts: 1, descriptions: [] }, 'application/json'),
      },
      expect: 'pass',
    },
    {
      title: 'a linkset as text',
      given: { apiSurface: API, apiCatalog: catalogued({ contexts: 1, descriptions: [] }, 'text/plain') },
      expect: 'noncompliant',
      evidence: 'served as text/plain',
    },
    {
      title: 'a linkset without a type',
      given: { apiSurface: API, apiCatalog: catalogued({ contexts: 1, descriptions: [] }, undefined) },
      expect: 'noncompliant',
      evidence: 'served as no type',
    },
    {
      title: 'a linkset copied from an example',
      given: {
        apiSurface: NO_API,
        apiCatalog: catalogued(
          { contexts: 1, descriptions: [], exampleHost: 'api.example.com' },
          'application/linkset+json',
        ),
      },
      expect: 'noncompliant',
      evidence: "api.example.com is still the example's address",
    },
    {
      title: 'an empty linkset',
      given: {
        apiSurface: API,
        apiCatalog: catalogued({ contexts: 0, descriptions: [] }, 'application/linkset+json'),
      },
      expect: 'noncompliant',
      evidence: 'empty',
    },
    {
      title: 'other JSON',
      given: {
        apiSurface: API,
        apiCatalog: faulty('/.well-known/api-catalog', 'JSON without a `linkset` array'),
      },
      expect: 'broken',
    },
    {
      title: 'not there',
      given: { apiSurface: API, apiCatalog: missing('/.well-known/api-catalog') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'a linkset on a site without an API',
      given: {
        apiSurface: NO_API,
        apiCatalog: catalogued({ contexts: 1, descriptions: [] }, 'application/linkset+json'),
      },
      expect: 'pass',
    },
    {
      title: 'other JSON on a site without an API',
      given: {
        apiSurface: NO_API,
        apiCatalog: faulty('/.well-known/api-catalog', 'JSON without a `linkset` array'),
      },
      expect: 'broken',
    },
    {
      title: 'a linkset where nobody knows whether there is an API',
      given: {
        apiSurface: timedOut('/llms.txt'),
        apiCatalog: catalogued({ contexts: 1, descriptions: [] }, 'application/linkset+json'),
      },
      expect: 'pass',
    },
    {
      title: 'no API',
      given: { apiSurface: NO_API, apiCatalog: missing('/.well-known/api-catalog') },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'json-schemas': [
    {
      title: 'served as schemas',
      given: {
        apiSurface: API,
        jsonSchemas: { schemas: [schema('good'), schema('good')], inconclusive: undefined },
      },
      expect: 'pass',
    },
    {
      title: 'one served as plain JSON',
      given: {
        apiSurface: API,
        jsonSchemas: {
          schemas: [schema('good'), schema('mistyped', 'served as application/json')],
          inconclusive: undefined,
        },
      },
      expect: 'noncompliant',
      evidence: 'served as application/json',
    },
    {
      title: 'one that is no JSON',
      given: {
        apiSurface: API,
        jsonSchemas: {
          schemas: [schema('mistyped', 'served as text/plain'), schema('bad', 'not JSON')],
          inconclusive: undefined,
        },
      },
      expect: 'broken',
      evidence: 'not JSON',
    },
    {
      title: 'one of them timed out',
      given: {
        apiSurface: API,
        jsonSchemas: { schemas: [schema('good'), timedOut('/schemas/owner.json')], inconclusive: undefined },
      },
      expect: 'error',
    },
    {
      title: 'what may refer to schemas could not be seen',
      given: { apiSurface: API, jsonSchemas: { schemas: [], inconclusive: timedOut('/llms.txt') } },
      expect: 'error',
    },
    {
      title: 'none referred to',
      given: { apiSurface: API, jsonSchemas: { schemas: [], inconclusive: undefined } },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    {
      title: 'no API',
      given: { apiSurface: NO_API, jsonSchemas: { schemas: [], inconclusive: undefined } },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],
} satisfies Examples;
