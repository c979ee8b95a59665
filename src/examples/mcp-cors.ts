/** Examples of the checks in ../checks/mcp-cors.ts. */
import type { McpAnswer } from '../evidence/mcp-answer.ts';
import type { Examples } from './example.ts';
import { failsWith, mcpAnswer, NO_ENDPOINT } from './mcp-answers.ts';

const TOOLS = { tools: [] };

/** An answer with these CORS headers, in the order origin, methods, headers. */
function cors(method: string, status: number, ...values: readonly string[]): McpAnswer {
  const names = ['origin', 'methods', 'headers'];
  const headers = values.map((value, i) => [`access-control-allow-${names[i]}`, value] as const);
  return mcpAnswer(method, method === 'OPTIONS' ? '' : { jsonrpc: '2.0', id: 'a', result: TOOLS }, {
    status,
    headers,
  });
}

const SERVED = cors('tools/list', 200, '*');

export const mcpCorsExamples = {
  'mcp-cors-preflight': [
    {
      title: 'all three',
      given: {
        mcpCorsPreflight: cors('OPTIONS', 204, '*', 'POST', 'Content-Type, MCP-Protocol-Version'),
        mcpCorsActual: SERVED,
      },
      expect: 'pass',
    },
    {
      title: 'one of three',
      given: { mcpCorsPreflight: cors('OPTIONS', 204, '*'), mcpCorsActual: SERVED },
      expect: 'broken',
      evidence: 'without Access-Control-Allow-Methods, -Headers',
    },
    {
      title: 'all three on a 405',
      given: { mcpCorsPreflight: cors('OPTIONS', 405, '*', 'POST', '*'), mcpCorsActual: SERVED },
      expect: 'broken',
    },
    {
      title: '500',
      given: { mcpCorsPreflight: failsWith('OPTIONS', 500), mcpCorsActual: SERVED },
      expect: 'broken',
    },
    {
      title: 'a header is left out',
      given: { mcpCorsPreflight: cors('OPTIONS', 200, '*', 'POST', 'content-type'), mcpCorsActual: SERVED },
      expect: 'noncompliant',
      evidence: 'leaves out mcp-protocol-version',
    },
    {
      title: 'another origin',
      given: {
        mcpCorsPreflight: cors('OPTIONS', 204, 'https://app.example', 'POST', '*'),
        mcpCorsActual: SERVED,
      },
      expect: 'noncompliant',
    },
    {
      title: 'foreign pages are refused',
      given: { mcpCorsPreflight: cors('OPTIONS', 204, '*'), mcpCorsActual: failsWith('tools/list', 403) },
      expect: 'n_a',
      reason: 'antecedent-unmet',
      evidence: 'refuses pages of other origins',
    },
    {
      title: '405',
      given: { mcpCorsPreflight: failsWith('OPTIONS', 405), mcpCorsActual: SERVED },
      expect: 'absent',
    },
    {
      title: 'no endpoint',
      given: { mcpCorsPreflight: NO_ENDPOINT, mcpCorsActual: NO_ENDPOINT },
      expect: 'n_a',
    },
  ],

  'mcp-cors-actual': [
    {
      title: 'on both',
      given: {
        mcpCorsPreflight: cors('OPTIONS', 204, '*', 'POST', '*'),
        mcpCorsActual: cors('tools/list', 200, '*'),
      },
      expect: 'pass',
    },
    {
      title: 'on the preflight only',
      given: {
        mcpCorsPreflight: cors('OPTIONS', 204, '*', 'POST', '*'),
        mcpCorsActual: cors('tools/list', 200),
      },
      expect: 'broken',
    },
    {
      title: 'on the POST only',
      given: { mcpCorsPreflight: failsWith('OPTIONS', 405), mcpCorsActual: cors('tools/list', 200, '*') },
      expect: 'broken',
    },
    {
      title: 'the preflight allows, the POST names another origin',
      given: {
        mcpCorsPreflight: cors('OPTIONS', 204, '*', 'POST', '*'),
        mcpCorsActual: cors('tools/list', 200, 'https://app.example'),
      },
      expect: 'broken',
    },
    {
      title: 'another origin on both',
      given: {
        mcpCorsPreflight: cors('OPTIONS', 204, 'https://app.example', 'POST', '*'),
        mcpCorsActual: cors('tools/list', 200, 'https://app.example'),
      },
      expect: 'noncompliant',
    },
    {
      title: 'on neither',
      given: { mcpCorsPreflight: failsWith('OPTIONS', 405), mcpCorsActual: cors('tools/list', 200) },
      expect: 'absent',
    },
    {
      title: 'allowed before, refused then',
      given: {
        mcpCorsPreflight: cors('OPTIONS', 204, '*', 'POST', '*'),
        mcpCorsActual: cors('tools/list', 400, '*'),
      },
      expect: 'broken',
    },
    {
      title: 'foreign pages are refused, whatever headers that has',
      given: {
        mcpCorsPreflight: cors('OPTIONS', 204, '*', 'POST', '*'),
        mcpCorsActual: cors('tools/list', 403, '*'),
      },
      expect: 'n_a',
      reason: 'antecedent-unmet',
      evidence: 'refuses pages of other origins',
    },
    {
      title: 'no endpoint',
      given: { mcpCorsPreflight: NO_ENDPOINT, mcpCorsActual: NO_ENDPOINT },
      expect: 'n_a',
    },
  ],
} satisfies Examples;
