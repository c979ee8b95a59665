/** Examples of the checks in ../api-errors.ts. */
import { type Reply, rateLimited } from '../../evidence/reply.ts';
import { answer, answered, missing } from './answers.ts';
import { API, ELSEWHERE, NO_API } from './api-descriptions.ts';
import type { Examples } from './example.ts';

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

export const apiErrorsExamples = {
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
} satisfies Examples;
