/** Does the site describe its API? */

import type { Absent, Surface } from '../evidence/surface.ts';
import type { ApiCatalog } from '../parse/api-catalog.ts';
import { type OpenApi, openApiFault } from '../parse/openapi.ts';
import { apiElsewhere } from '../parse/openapi-operations.ts';
import type { Shown } from '../probes/api-surface.ts';
import { broken, check, couldNotSee, judge, noncompliant, notApplicable, pass, withDetail } from './check.ts';
import { faulty, found, missing, timedOut } from './examples.ts';

/** For examples: a site with an API, and one without. */
export const API: Shown = { state: 'shown', evidence: 'https://site.example/openapi.json -> 200' };
export const NO_API: Absent = { state: 'absent', evidence: 'no API surface' };

const described = (document: OpenApi['document'], complete = true) =>
  found<OpenApi>(
    { version: String(document.openapi ?? document.swagger), document, complete },
    { path: '/openapi.json', type: 'application/json' },
  );
/** For examples: a description of an API that is served elsewhere. */
export const ELSEWHERE = described({
  openapi: '3.1.0',
  info: {},
  paths: {},
  servers: [{ url: 'https://api.other.example/v1' }],
});
const catalogued = (catalog: ApiCatalog, type: string | undefined) =>
  found(catalog, { path: '/.well-known/api-catalog', ...(type === undefined ? {} : { type }) });
const schema = (state: 'good' | 'bad', detail = '') =>
  ({ state, evidence: `https://site.example/schemas/pet.json -> 200${detail}` }) as const;

export const openapi = check({
  id: 'openapi',
  category: 'api',
  keyword: 'must',
  principle: 'P2',
  label: 'The API has an OpenAPI description',
  goal: 'Agents read every operation, its parameters and its answers from one document, and call the API without guessing.',
  fix: 'Serve an OpenAPI 3.x document with `info` and `paths` at /openapi.json (or /openapi.yaml, or /.well-known/openapi.json). Most API frameworks generate it.',
  resources: [
    { label: 'OpenAPI Specification', url: 'https://spec.openapis.org/oas/latest.html' },
    {
      label: 'RFC 8631: the service-desc link relation',
      url: 'https://www.rfc-editor.org/rfc/rfc8631.html',
    },
  ],
  needs: ['apiSurface', 'openapi'],
  evaluate: ({ apiSurface, openapi }) => {
    if (apiSurface.state === 'absent') return notApplicable(apiSurface.evidence);
    return judge(openapi, ({ value, evidence }) => {
      const fault = openApiFault(value);
      if (fault !== undefined) return noncompliant(withDetail(evidence, fault));
      const name = value.document.swagger === undefined ? 'OpenAPI' : 'Swagger';
      const rest = value.complete
        ? ''
        : ', longer than what is read of a body: only its beginning was judged';
      return pass(withDetail(evidence, `${name} ${value.version}${rest}`));
    });
  },
  examples: [
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
});

export const apiCatalog = check({
  id: 'api-catalog',
  category: 'api',
  keyword: 'may',
  principle: 'P8',
  label: 'An api-catalog lists the APIs',
  goal: 'Agents find every API of the site, and its description, from one well-known place.',
  fix: 'Serve /.well-known/api-catalog as `application/linkset+json`: a `linkset` array with one object for each API, its URL as `anchor` and its description under `service-desc`.',
  resources: [
    { label: 'RFC 9727: api-catalog', url: 'https://www.rfc-editor.org/rfc/rfc9727.html' },
    { label: 'RFC 9264: Linkset', url: 'https://www.rfc-editor.org/rfc/rfc9264.html' },
  ],
  needs: ['apiSurface', 'apiCatalog'],
  evaluate: ({ apiSurface, apiCatalog }) => {
    if (apiSurface.state === 'absent') return notApplicable(apiSurface.evidence);
    return judge(apiCatalog, ({ value, answer, evidence }) => {
      const type = answer.type?.essence ?? 'no type';
      if (value.contexts === 0) return noncompliant(withDetail(evidence, 'the `linkset` is empty'));
      return answer.type?.suffix === 'json' || /^(application|text)\/json$/.test(type)
        ? pass(withDetail(evidence, type))
        : noncompliant(withDetail(evidence, `a linkset, but served as ${type}`));
    });
  },
  examples: [
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
});

export const jsonSchemas = check({
  id: 'json-schemas',
  category: 'api',
  keyword: 'may',
  principle: 'P2',
  label: 'Referenced JSON Schemas resolve',
  goal: 'Agents fetch the schemas that the descriptions refer to, and know by their type what they are.',
  fix: 'Serve every JSON Schema that a description, page or card refers to by URL, as `application/schema+json`, and mend references that lead nowhere.',
  resources: [
    {
      label: 'JSON Schema Core: media types and links to schemas',
      url: 'https://json-schema.org/draft/2020-12/json-schema-core',
    },
  ],
  needs: ['apiSurface'],
  uses: ['jsonSchemas'],
  evaluate: ({ apiSurface, jsonSchemas: { schemas, unseen } }) => {
    if (apiSurface.state === 'absent') return notApplicable(apiSurface.evidence);
    const evidence = schemas.map((one) => one.evidence).join('; ');
    const bad = schemas.filter(({ state }) => state === 'bad');
    if (bad.length > 0) return broken(bad.map((one) => one.evidence).join('; '));
    const blind =
      schemas.find((one) => one.state === 'unseen') ?? (schemas.length === 0 ? unseen : undefined);
    if (blind !== undefined) return couldNotSee(blind);
    return schemas.length === 0
      ? notApplicable('nothing refers to a JSON Schema by URL on this origin')
      : pass(evidence);
  },
  examples: [
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
          schemas: [schema('good'), schema('bad', ' (served as application/json)')],
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
});

/** Why checks of the API's answers do not apply: a description here, and every server of it on another origin. */
export function servedElsewhere(openapi: Surface<OpenApi>): string | undefined {
  if (openapi.state !== 'found') return undefined;
  const { value, answer, evidence } = openapi;
  const origin = apiElsewhere(value, answer.url, new URL(answer.asked));
  return origin === undefined ? undefined : withDetail(evidence, `the API is served at ${origin}`);
}
