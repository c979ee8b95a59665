import type { McpAnswer } from '../evidence/mcp-answer.ts';
import { cases, type Examples } from './example.ts';
import { failsWith, mcpAnswer, NO_ENDPOINT } from './mcp-answers.ts';

const TOOLS = { tools: [] };

/** Returns a response with CORS headers. `values` are the allowed origin, methods and headers, in this order. */
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
  'mcp-cors-preflight': cases({ mcpCorsActual: SERVED }, [
    [
      'pass',
      'all three',
      { mcpCorsPreflight: cors('OPTIONS', 204, '*', 'POST', 'Content-Type, MCP-Protocol-Version') },
    ],
    [
      'broken',
      'one of three',
      { mcpCorsPreflight: cors('OPTIONS', 204, '*') },
      'without Access-Control-Allow-Methods, -Headers',
    ],
    ['broken', 'all three on a 405', { mcpCorsPreflight: cors('OPTIONS', 405, '*', 'POST', '*') }],
    ['broken', '500', { mcpCorsPreflight: failsWith('OPTIONS', 500) }],
    [
      'noncompliant',
      'a header is left out',
      { mcpCorsPreflight: cors('OPTIONS', 200, '*', 'POST', 'content-type') },
      'does not list mcp-protocol-version',
    ],
    [
      'noncompliant',
      'another origin',
      { mcpCorsPreflight: cors('OPTIONS', 204, 'https://app.example', 'POST', '*') },
    ],
    [
      'antecedent-unmet',
      'foreign pages are refused',
      { mcpCorsPreflight: cors('OPTIONS', 204, '*'), mcpCorsActual: failsWith('tools/list', 403) },
      'refuses pages from other origins',
    ],
    ['absent', '405', { mcpCorsPreflight: failsWith('OPTIONS', 405) }],
    ['antecedent-unmet', 'no endpoint', { mcpCorsPreflight: NO_ENDPOINT, mcpCorsActual: NO_ENDPOINT }],
  ]),

  'mcp-cors-actual': cases({ mcpCorsPreflight: cors('OPTIONS', 204, '*', 'POST', '*') }, [
    ['pass', 'on both', { mcpCorsActual: cors('tools/list', 200, '*') }],
    ['broken', 'on the preflight only', { mcpCorsActual: cors('tools/list', 200) }],
    [
      'broken',
      'on the POST only',
      { mcpCorsPreflight: failsWith('OPTIONS', 405), mcpCorsActual: cors('tools/list', 200, '*') },
    ],
    [
      'broken',
      'the preflight allows, the POST names another origin',
      { mcpCorsActual: cors('tools/list', 200, 'https://app.example') },
    ],
    [
      'noncompliant',
      'another origin on both',
      {
        mcpCorsPreflight: cors('OPTIONS', 204, 'https://app.example', 'POST', '*'),
        mcpCorsActual: cors('tools/list', 200, 'https://app.example'),
      },
    ],
    [
      'absent',
      'on neither',
      { mcpCorsPreflight: failsWith('OPTIONS', 405), mcpCorsActual: cors('tools/list', 200) },
    ],
    ['broken', 'allowed before, refused then', { mcpCorsActual: cors('tools/list', 400, '*') }],
    [
      'antecedent-unmet',
      'foreign pages are refused, whatever headers that has',
      { mcpCorsActual: cors('tools/list', 403, '*') },
      'refuses pages from other origins',
    ],
    ['antecedent-unmet', 'no endpoint', { mcpCorsPreflight: NO_ENDPOINT, mcpCorsActual: NO_ENDPOINT }],
  ]),
} satisfies Examples;
