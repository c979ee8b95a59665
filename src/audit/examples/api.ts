import type { Present, SchemaReplies } from '../evidence/api.ts';
import { says } from '../evidence/facts.ts';
import { type Reply, rateLimited } from '../evidence/reply.ts';
import type { Absent } from '../evidence/surface.ts';
import type { ApiCatalog } from '../parse/api-catalog.ts';
import type { OpenApi } from '../parse/openapi.ts';
import {
  type AnswerParts,
  answer,
  answered,
  at,
  faulty,
  found,
  missing,
  refused,
  timedOut,
} from './answers.ts';
import { cases, type Examples } from './example.ts';

/** Evidence for an example site with an API, and for one without. */
const API: Present = { state: 'present', evidence: at('/openapi.json') };

const NO_API: Absent = { state: 'absent', evidence: says('no API surface') };

const described = (document: OpenApi['document'], complete = true) =>
  found<OpenApi>(
    { version: String(document.openapi ?? document.swagger), document, complete },
    { path: '/openapi.json', type: 'application/json' },
  );

const COMPLETE = { openapi: '3.1.0', info: {}, paths: {} };

/** The OpenAPI description of an API on another origin. */
const ELSEWHERE = described({ ...COMPLETE, servers: [{ url: 'https://api.other.example/v1' }] });

const CATALOG = '/.well-known/api-catalog';

const LINKSET = 'application/linkset+json';

const cataloged = (type: string | null = LINKSET, special: Partial<ApiCatalog> = {}) =>
  found({ contexts: 1, descriptions: [], ...special }, { path: CATALOG, ...(type === null ? {} : { type }) });

const OTHER_JSON = faulty(CATALOG, 'JSON without a `linkset` array');

const schema = (state: 'good' | 'mistyped' | 'bad', ...faults: readonly string[]) =>
  ({ state, evidence: at('/schemas/pet.json', 200, ...faults) }) as const;

const schemas = (...all: SchemaReplies['schemas']): SchemaReplies => ({
  schemas: all,
  inconclusive: undefined,
});

const JSON_404 = { path: '/pets/anc-web-audit-no-such-id', status: 404, type: 'application/problem+json' };

const failing = (special: AnswerParts) => ({ apiErrors: [answered({ ...JSON_404, ...special })] });

const HTML_404 = {
  path: '/anc-web-audit-no-such-api',
  status: 404,
  type: 'text/html',
  text: '<!doctype html><title>404</title>',
};

const NO_DESCRIPTION = missing('/openapi.json');

const RESET: Reply = {
  kind: 'failed',
  requestedUrl: 'https://site.example/pets/anc-web-audit-no-such-id',
  reason: 'reset',
  message: 'the server closed the connection',
};

const tooMany = (headers: readonly (readonly [string, string])[], doubt?: string): Reply =>
  rateLimited(answer({ ...JSON_404, status: 429, headers }), doubt);

const UNDESCRIBED = { openapi: NO_DESCRIPTION, openapiPaths: [] };

export const apiExamples = {
  openapi: cases({ apiSurface: API }, [
    ['pass', 'OpenAPI 3.1', { openapi: described(COMPLETE) }, '(OpenAPI 3.1.0)'],
    ['pass', 'Swagger 2.0', { openapi: described({ swagger: '2.0', info: {}, paths: {} }) }, '(Swagger 2.0)'],
    [
      'pass',
      'longer than the audit reads',
      { openapi: described({ openapi: '3.0.3' }, false) },
      'only its beginning was judged',
    ],
    [
      'noncompliant',
      'without info',
      { openapi: described({ openapi: '3.1.0', paths: {} }) },
      '`info` is missing',
    ],
    [
      'noncompliant',
      'without paths, webhooks or components',
      { openapi: described({ openapi: '3.1.0', info: {} }) },
      '`paths`, `webhooks` and `components` are all missing',
    ],
    [
      'noncompliant',
      'an unknown version',
      { openapi: described({ ...COMPLETE, openapi: '4.0.0' }) },
      'not 3.x',
    ],
    ['broken', 'cannot be parsed', { openapi: faulty('/openapi.json', 'not JSON') }],
    ['absent', 'an API without a description', { openapi: NO_DESCRIPTION }],
    ['antecedent-unmet', 'no API', { apiSurface: NO_API, openapi: NO_DESCRIPTION }],
  ]),

  'json-errors': cases({ openapi: NO_DESCRIPTION, apiSurface: API, notFound: answered(HTML_404) }, [
    [
      'pass',
      'problem details of a documented request',
      failing({ text: '{"title":"No such pet"}' }),
      '(application/problem+json; sent with Accept: */*)',
    ],
    [
      'pass',
      'the first request succeeds, the next one fails as it should',
      { apiErrors: [answered({ path: '/pets' }), answered({ ...JSON_404, text: '{}' })] },
    ],
    [
      'error',
      'too many requests, be it in JSON: nothing is known of the other errors',
      { apiErrors: [rateLimited(answer({ ...JSON_404, status: 429, text: '{"title":"Slow down"}' }))] },
    ],
    [
      'antecedent-unmet',
      'an API on another origin',
      { apiErrors: [], openapi: ELSEWHERE },
      'https://api.other.example',
    ],
    [
      'error',
      'JSON nested deeper than is read',
      failing({ text: '['.repeat(300) }),
      'nested deeper than 256 levels, so it cannot be judged',
    ],
    [
      'error',
      'JSON longer than the audit reads',
      {
        apiErrors: [
          { kind: 'answer', answer: { ...answer({ ...JSON_404, text: '{"title":' }), truncated: true } },
        ],
      },
      '2 MiB',
    ],
    ['broken', 'a JSON type on something else', failing({ text: 'Not found' }), 'not JSON'],
    ['broken', 'the API fails', failing({ status: 500, text: '{}' }), '-> 500'],
    [
      'error',
      'the whole host fails',
      {
        notFound: answered({ path: '/anc-web-audit-no-such-page', status: 502 }),
        ...failing({ status: 502 }),
      },
    ],
    [
      'noncompliant',
      'JSON served as text',
      failing({ type: 'text/plain', text: '{"error":"not found"}' }),
      'served as text/plain',
    ],
    [
      'absent',
      'an HTML page',
      { apiErrors: [answered(HTML_404)] },
      '(an HTML page; sent with Accept: */*; base /: no OpenAPI description was found)',
    ],
    [
      'absent',
      'an HTML page, below the folder that all described paths share',
      {
        openapi: described({ ...COMPLETE, paths: { '/api/trees': {}, '/api/items/{id}': {} } }),
        apiErrors: [answered({ ...HTML_404, path: `/api${HTML_404.path}` })],
      },
      'base /api: the longest folder that all described paths share)',
    ],
    [
      'absent',
      'an HTML page at the root, where the description names no folder',
      { openapi: described(COMPLETE), apiErrors: [answered(HTML_404)] },
      'base /: `servers` has no folder, and the described paths share none)',
    ],
    [
      'pass',
      'below the folder that a description of Swagger 2.0 names',
      {
        openapi: described({ swagger: '2.0', basePath: '/v1', info: {}, paths: {} }),
        apiErrors: [answered({ ...JSON_404, path: `/v1${HTML_404.path}`, text: '{}' })],
      },
      'base /v1: from `basePath` in the description)',
    ],
    ['absent', 'no body at all', { apiErrors: [answered({ path: '/pets', status: 404 })] }, 'an empty body'],
    [
      'absent',
      'a word that happens to be JSON',
      failing({ type: 'text/plain', text: '404' }),
      '(text/plain; sent with',
    ],
    ['pass', 'a 400', failing({ status: 400, text: '{}' })],
    [
      'absent',
      'nothing is an error',
      { notFound: answered(), apiErrors: [answered({ path: '/x', text: 'Welcome' })] },
      'not an error',
    ],
    ['error', 'connection reset', { apiErrors: [RESET] }],
    ['antecedent-unmet', 'no API', { apiSurface: NO_API, apiErrors: [] }],
  ]),

  'rate-limit-headers': cases({ apiSurface: API, ...UNDESCRIBED }, [
    [
      'pass',
      'on the description',
      {
        openapi: found(
          { version: '3.1.0', document: {}, complete: true },
          { path: '/openapi.json', headers: [['ratelimit', '"default";r=50;t=30']] },
        ),
        apiErrors: [answered(JSON_404)],
      },
      'openapi.json -> 200 (ratelimit)',
    ],
    [
      'absent',
      'on a description outside of the folder of the API',
      {
        openapi: found(
          { version: '3.1.0', document: { ...COMPLETE, servers: [{ url: '/api' }] }, complete: true },
          { path: '/openapi.json', headers: [['ratelimit', '"default";r=50;t=30']] },
        ),
        apiErrors: [answered({ ...JSON_404, path: '/api/anc-web-audit-no-such-api' })],
      },
      'no-such-api -> 404 (no rate-limit header)',
    ],
    ['pass', 'on the error', failing({ headers: [['x-ratelimit-remaining', '59']] })],
    [
      'pass',
      'a 429 that says all',
      {
        apiErrors: [
          tooMany([
            ['retry-after', '30'],
            ['ratelimit-limit', '60'],
          ]),
        ],
      },
    ],
    [
      'broken',
      'a 429 without Retry-After',
      { apiErrors: [tooMany([['ratelimit-limit', '60']])] },
      '-> 429 (without Retry-After)',
    ],
    [
      'pass',
      'a 429 that could not be confirmed, with the fields',
      { apiErrors: [tooMany([['ratelimit-remaining', '0']], 'not asked again')] },
    ],
    [
      'error',
      'a 429 that could not be confirmed, without anything',
      { apiErrors: [tooMany([], 'not asked again')] },
    ],
    ['noncompliant', 'only the policy', failing({ headers: [['ratelimit-policy', '"default";q=100;w=60']] })],
    ['absent', 'none', { apiErrors: [answered(JSON_404)] }, 'no rate-limit header'],
    ['error', 'a 429 with Retry-After alone', { apiErrors: [tooMany([['retry-after', '30']])] }],
    [
      'error',
      'a 429 of bot protection',
      { apiErrors: [refused('DataDome header x-datadome', { ...JSON_404, status: 429 })] },
    ],
    ['error', 'connection reset', { apiErrors: [RESET] }],
    ['antecedent-unmet', 'an API on another origin', { openapi: ELSEWHERE, apiErrors: [] }],
    ['antecedent-unmet', 'no API', { apiSurface: NO_API, apiErrors: [] }],
  ]),

  'api-catalog': cases({ apiSurface: API }, [
    ['pass', 'a linkset', { apiCatalog: cataloged() }],
    ['pass', 'a linkset as plain JSON', { apiCatalog: cataloged('application/json') }],
    ['noncompliant', 'a linkset as text', { apiCatalog: cataloged('text/plain') }, 'served as text/plain'],
    [
      'noncompliant',
      'a linkset without a type',
      { apiCatalog: cataloged(null) },
      'served without a Content-Type',
    ],
    [
      'noncompliant',
      'a linkset copied from an example',
      { apiSurface: NO_API, apiCatalog: cataloged(LINKSET, { exampleHost: 'api.example.com' }) },
      'api.example.com is still an example address',
    ],
    ['noncompliant', 'an empty linkset', { apiCatalog: cataloged(LINKSET, { contexts: 0 }) }, 'empty'],
    ['broken', 'other JSON', { apiCatalog: OTHER_JSON }],
    ['optional-absent', 'not there', { apiCatalog: missing(CATALOG) }],
    ['pass', 'a linkset on a site without an API', { apiSurface: NO_API, apiCatalog: cataloged() }],
    ['broken', 'other JSON on a site without an API', { apiSurface: NO_API, apiCatalog: OTHER_JSON }],
    [
      'pass',
      'a linkset where nobody knows whether there is an API',
      { apiSurface: timedOut('/llms.txt'), apiCatalog: cataloged() },
    ],
    ['antecedent-unmet', 'no API', { apiSurface: NO_API, apiCatalog: missing(CATALOG) }],
  ]),

  'json-schemas': cases({ apiSurface: API }, [
    ['pass', 'served as schemas', { jsonSchemas: schemas(schema('good'), schema('good')) }],
    [
      'noncompliant',
      'one served as plain JSON',
      { jsonSchemas: schemas(schema('good'), schema('mistyped', 'served as application/json')) },
      'served as application/json',
    ],
    [
      'broken',
      'one that is not JSON',
      { jsonSchemas: schemas(schema('mistyped', 'served as text/plain'), schema('bad', 'not JSON')) },
      'not JSON',
    ],
    [
      'error',
      'one of them timed out',
      { jsonSchemas: schemas(schema('good'), timedOut('/schemas/owner.json')) },
    ],
    [
      'error',
      'what may refer to schemas could not be seen',
      { jsonSchemas: { schemas: [], inconclusive: timedOut('/llms.txt') } },
    ],
    ['antecedent-unmet', 'none referred to', { jsonSchemas: schemas() }],
    ['antecedent-unmet', 'no API', { apiSurface: NO_API, jsonSchemas: schemas() }],
  ]),
} satisfies Examples;
