import type { Definition } from './definition.ts';

export const api = [
  {
    id: 'openapi',
    category: 'api',
    keyword: 'must',
    principle: 'P2',
    label: 'The API has an OpenAPI description',
    fails: 'No valid OpenAPI description was found',
    goal: 'Agents read every operation, its parameters and its responses from one document, and call the API without guessing.',
    passesWhen:
      'An OpenAPI 3.x or Swagger 2.0 description is at `/openapi.json`, `/openapi.yaml` or `/.well-known/openapi.json`, or where a link of the site names it.',
    fix: 'Serve an OpenAPI 3.x document with `info` and `paths` at /openapi.json (or /openapi.yaml, or /.well-known/openapi.json). Most API frameworks generate it.',
    findings: {
      absent: 'There is no OpenAPI description where agents look for one.',
      noncompliant: 'The OpenAPI description lacks what the specification requires.',
      broken: 'The OpenAPI description cannot be read.',
    },
    resources: [
      { label: 'OpenAPI Specification', url: 'https://spec.openapis.org/oas/latest.html' },
      {
        label: 'RFC 8631: the service-desc link relation',
        url: 'https://www.rfc-editor.org/rfc/rfc8631.html',
      },
    ],
  },

  {
    id: 'json-errors',
    category: 'api',
    keyword: 'should',
    principle: 'P4',
    label: 'API errors are JSON',
    fails: 'The API gave no proper JSON error',
    goal: 'Agents read from the error what was wrong with their request, and correct it.',
    passesWhen: 'A 4xx response of the API has a JSON media type and a body that is valid JSON.',
    fix: 'Answer every 4xx of the API with a JSON body, ideally `application/problem+json` (RFC 9457), unknown paths included; keep HTML error pages for the pages that people visit. The base of the API comes from `servers` in the OpenAPI description, else it is the longest folder that all described paths share, else the root of the site.',
    findings: {
      absent: 'API errors are not JSON.',
      noncompliant: 'API errors are JSON, but are served as another type.',
      broken: 'API errors are labeled as JSON, but are not valid JSON.',
    },
    resources: [
      {
        label: 'RFC 9457: Problem Details for HTTP APIs',
        url: 'https://www.rfc-editor.org/rfc/rfc9457.html',
      },
    ],
  },

  {
    id: 'rate-limit-headers',
    category: 'api',
    keyword: 'should',
    principle: 'P6',
    label: 'API responses carry rate-limit headers',
    fails: 'API responses lack rate-limit headers',
    goal: 'Agents see how many requests they have left, and slow down before they are refused.',
    passesWhen:
      'A response of the API has `RateLimit`, `RateLimit-*` or `X-RateLimit-*` headers; a 429 also has `Retry-After`.',
    fix: 'If the API limits calls, send `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (or `RateLimit`) with its responses, and `Retry-After` with every 429. If it limits nothing, send none of them: this check then stays missing, and that is right.',
    findings: {
      absent: 'API responses do not say how many requests are left.',
      noncompliant: 'API responses name the policy, but not how many requests are left.',
      broken: 'The API answers 429 without saying when to retry.',
    },
    resources: [
      {
        label: 'RateLimit header fields for HTTP (IETF draft)',
        url: 'https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/',
      },
      { label: 'RFC 6585: 429 Too Many Requests', url: 'https://www.rfc-editor.org/rfc/rfc6585.html' },
    ],
  },

  {
    id: 'api-catalog',
    category: 'api',
    keyword: 'may',
    principle: 'P8',
    label: 'An api-catalog lists the APIs',
    fails: 'No correct api-catalog is published',
    goal: 'Agents find every API of the site, and its description, in one well-known place.',
    passesWhen:
      '`/.well-known/api-catalog` responds with JSON that has a `linkset` of objects with an `anchor` (RFC 9727).',
    fix: 'Serve /.well-known/api-catalog as `application/linkset+json`: a `linkset` array with one object for each API, its URL as `anchor` and its description under `service-desc`.',
    findings: {
      noncompliant: 'The api-catalog is empty or served as the wrong type.',
      broken: 'The api-catalog is not a list of links.',
    },
    resources: [
      { label: 'RFC 9727: api-catalog', url: 'https://www.rfc-editor.org/rfc/rfc9727.html' },
      { label: 'RFC 9264: Linkset', url: 'https://www.rfc-editor.org/rfc/rfc9264.html' },
    ],
  },

  {
    id: 'json-schemas',
    category: 'api',
    keyword: 'may',
    principle: 'P2',
    label: 'Referenced JSON Schemas resolve',
    fails: 'Not every referenced JSON Schema resolves as one',
    goal: 'Agents fetch the schemas that descriptions refer to, and recognize them by their type.',
    passesWhen: 'JSON Schemas that the site refers to respond with JSON as `application/schema+json`.',
    fix: 'Serve every JSON Schema that a description, page or card refers to by URL, as `application/schema+json`, and fix references that lead nowhere.',
    findings: {
      noncompliant: 'A referenced JSON Schema has the wrong type or no keyword of JSON Schema.',
      broken: 'A referenced JSON Schema is missing or is not a schema.',
    },
    resources: [
      {
        label: 'JSON Schema Core: media types and links to schemas',
        url: 'https://json-schema.org/draft/2020-12/json-schema-core',
      },
    ],
  },
] as const satisfies readonly Definition[];
