/** Whether pages of other sites may call the MCP endpoint. */
import { grantsOrigin, readCors, refusedHeaders } from '../parse/cors.ts';
import { FOREIGN_ORIGIN, MCP_REQUEST_HEADERS } from '../probes/mcp-http.ts';
import { type McpAnswer, type McpProbe, note } from '../probes/mcp-rpc.ts';
import {
  absent,
  broken,
  type Check,
  check,
  noncompliant,
  notApplicable,
  pass,
  type Seen,
  type Verdict,
} from './check.ts';
import { failsWith, mcpAnswer, NO_ENDPOINT } from './mcp-examples.ts';
import { judgeProbe } from './mcp-verdict.ts';

const CORS = { label: 'Fetch: CORS protocol', url: 'https://fetch.spec.whatwg.org/#http-cors-protocol' };
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

/** The revisions ask servers to refuse pages of other origins with 403 (MCP, "Security & Endpoint"). */
function refusesOrigins(actual: Seen<McpProbe>): Verdict | undefined {
  return actual.state === 'answered' && actual.answer.status === 403
    ? notApplicable(note(actual, 'refuses pages of other origins'))
    : undefined;
}

/** The verdict on an answer to OPTIONS. */
function judgePreflight(answered: McpAnswer): Verdict {
  const { status, headers } = answered.answer;
  const granted = readCors(headers);
  const names = ['origin', 'methods', 'headers'] as const;
  const missing = names.filter((name) => granted[name] === undefined);
  if (missing.length === names.length)
    return status >= 500 && status !== 501
      ? broken(answered.evidence)
      : absent(note(answered, 'no Access-Control-Allow headers'));
  if (missing.length > 0)
    return broken(note(answered, `without Access-Control-Allow-${missing.map(capital).join(', -')}`));
  if (status !== 200 && status !== 204) return broken(note(answered, 'the status is neither 200 nor 204'));
  if (!grantsOrigin(granted, FOREIGN_ORIGIN))
    return noncompliant(note(answered, 'Access-Control-Allow-Origin names another origin'));
  const refused = refusedHeaders(granted, MCP_REQUEST_HEADERS);
  return refused.length === 0
    ? pass(note(answered, 'all three Access-Control-Allow headers'))
    : noncompliant(note(answered, `Access-Control-Allow-Headers leaves out ${refused.join(', ')}`));
}

function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** The verdict on an answer to a POST with an Origin, beside the answer to the preflight. */
function judgeActual(preflight: McpAnswer, actual: McpAnswer): Verdict {
  const before = readCors(preflight.answer.headers);
  const after = readCors(actual.answer.headers);
  if (before.origin === undefined && after.origin === undefined)
    return absent(note(actual, 'no Access-Control-Allow-Origin, and none on the preflight'));
  if (before.origin === undefined)
    return broken(note(actual, 'Access-Control-Allow-Origin, but none on the preflight'));
  if (after.origin === undefined)
    return broken(note(actual, 'no Access-Control-Allow-Origin, but one on the preflight'));
  const allowed = grantsOrigin(before, FOREIGN_ORIGIN);
  if (allowed !== grantsOrigin(after, FOREIGN_ORIGIN))
    return broken(note(actual, 'Access-Control-Allow-Origin differs from the preflight in what it allows'));
  if (!allowed) return noncompliant(note(actual, 'Access-Control-Allow-Origin names another origin'));
  const { status } = actual.answer;
  return status >= 200 && status < 300
    ? pass(note(actual, 'Access-Control-Allow-Origin, as on the preflight'))
    : broken(note(actual, 'the preflight allows it, and the request with an Origin is refused'));
}

const SERVED = cors('tools/list', 200, '*');

export const mcpCorsChecks: readonly Check[] = [
  check({
    id: 'mcp-cors-preflight',
    category: 'mcp',
    keyword: 'should',
    principle: 'P6',
    label: 'MCP endpoint answers CORS preflights',
    goal: 'An agent that runs in a browser may call the server from its own page.',
    fix: 'Answer OPTIONS with 204 and `Access-Control-Allow-Origin`, `-Methods` (POST) and `-Headers` (content-type, mcp-protocol-version, mcp-session-id, authorization). Leave it as it is where pages of other sites must not call the endpoint.',
    resources: [CORS],
    needs: ['mcpCorsPreflight', 'mcpCorsActual'],
    evaluate: ({ mcpCorsPreflight, mcpCorsActual }) =>
      judgeProbe(mcpCorsPreflight, (preflight) => refusesOrigins(mcpCorsActual) ?? judgePreflight(preflight)),
    examples: [
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
  }),

  check({
    id: 'mcp-cors-actual',
    category: 'mcp',
    keyword: 'should',
    principle: 'P6',
    label: 'MCP answers carry CORS headers like the preflight',
    goal: 'An agent that runs in a browser can read the answer to a call that the preflight allowed.',
    fix: 'Send `Access-Control-Allow-Origin` on the answers to POST, errors included, wherever the answer to OPTIONS has it, and on neither where pages of other sites must not call the endpoint.',
    resources: [CORS],
    needs: ['mcpCorsPreflight', 'mcpCorsActual'],
    evaluate: ({ mcpCorsPreflight, mcpCorsActual }) =>
      judgeProbe(mcpCorsPreflight, (preflight) =>
        judgeProbe(mcpCorsActual, (actual) => refusesOrigins(actual) ?? judgeActual(preflight, actual)),
      ),
    examples: [
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
  }),
];
