/** Examples of the checks in ../api-descriptions.ts. */

import type { Present } from '../../evidence/api.ts';
import { says } from '../../evidence/facts.ts';
import type { Absent } from '../../evidence/surface.ts';
import type { ApiCatalog } from '../../parse/api-catalog.ts';
import type { OpenApi } from '../../parse/openapi.ts';
import { at, faulty, found, missing, timedOut } from './answers.ts';
import type { Examples } from './example.ts';

/** For examples: a site with an API, and one without. */
export const API: Present = { state: 'present', evidence: at('/openapi.json') };

export const NO_API: Absent = { state: 'absent', evidence: says('no API surface') };

const described = (document: OpenApi['document'], complete = true) =>
  found<OpenApi>(
    { version: String(document.openapi ?? document.swagger), document, complete },
    { path: '/openapi.json', type: 'application/json' },
  );

/** A description of an API that is served elsewhere. */
export const ELSEWHERE = described({
  openapi: '3.1.0',
  info: {},
  paths: {},
  servers: [{ url: 'https://api.other.example/v1' }],
});

const catalogued = (catalog: ApiCatalog, type: string | undefined) =>
  found(catalog, { path: '/.well-known/api-catalog', ...(type === undefined ? {} : { type }) });

const schema = (state: 'good' | 'bad', ...faults: readonly string[]) =>
  ({ state, evidence: at('/schemas/pet.json', 200, ...faults) }) as const;

export const apiDescriptionsExamples = {
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
        jsonSchemas: { schemas: [schema('good'), schema('good')], unseen: undefined },
      },
      expect: 'pass',
    },
    {
      title: 'one served as plain JSON',
      given: {
        apiSurface: API,
        jsonSchemas: {
          schemas: [schema('good'), schema('bad', 'served as application/json')],
          unseen: undefined,
        },
      },
      expect: 'broken',
      evidence: 'served as application/json',
    },
    {
      title: 'one of them timed out',
      given: {
        apiSurface: API,
        jsonSchemas: { schemas: [schema('good'), timedOut('/schemas/owner.json')], unseen: undefined },
      },
      expect: 'error',
    },
    {
      title: 'what may refer to schemas could not be seen',
      given: { apiSurface: API, jsonSchemas: { schemas: [], unseen: timedOut('/llms.txt') } },
      expect: 'error',
    },
    {
      title: 'none referred to',
      given: { apiSurface: API, jsonSchemas: { schemas: [], unseen: undefined } },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    {
      title: 'no API',
      given: { apiSurface: NO_API, jsonSchemas: { schemas: [], unseen: undefined } },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],
} satisfies Examples;
