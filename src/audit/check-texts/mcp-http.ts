/** Definitions of the checks for how the MCP endpoint handles HTTP: malformed bodies, Accept, GET. */
import type { Definition } from './definition.ts';

const TRANSPORT_2026 =
  'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http';

const TRANSPORT_2025 = 'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports';

const CONTENT_NEGOTIATION = {
  label: 'RFC 9110, section 15.5.7: 406 Not Acceptable',
  url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.7',
};

export const mcpHttp = [
  {
    id: 'mcp-malformed-body',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'Malformed MCP bodies are refused',
    fails: 'Malformed MCP bodies do not get a proper error',
    goal: 'An agent whose message was damaged on the way learns so at once, instead of waiting.',
    passesWhen: 'A body that is not JSON returns the JSON-RPC error -32700, or HTTP 400 or 415.',
    fix: 'Answer a body that is not JSON with HTTP 400 and the JSON-RPC error -32700 (Parse error), sent as application/json.',
    findings: {
      noncompliant: 'A malformed body gets an error that clients do not know.',
      broken: 'A malformed body does not get an error that clients can read.',
    },
    resources: [
      {
        label: 'JSON-RPC 2.0, section 5.1: error object',
        url: 'https://www.jsonrpc.org/specification#error_object',
      },
    ],
  },

  {
    id: 'mcp-get-fast-fail',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'The MCP endpoint responds to a GET at once',
    fails: 'A GET on the MCP endpoint gets no proper response',
    goal: 'An agent that opens the endpoint like a page gets a response, not a connection that stays open in silence.',
    passesWhen: 'A GET of the MCP endpoint gets a complete response below 500 within 5 seconds.',
    fix: 'Answer a GET without a session with 405 and `Allow: POST` (or a page that explains the endpoint); do not open an event stream for it.',
    findings: {
      noncompliant: 'A GET on the MCP endpoint opens a stream that its revision does not have.',
      broken: 'A GET on the MCP endpoint fails or is left waiting.',
    },
    resources: [
      {
        label: 'MCP 2026-07-28: Streamable HTTP, earlier revisions',
        url: `${TRANSPORT_2026}#earlier-streamable-http-revisions`,
      },
      {
        label: 'MCP 2025-11-25: Transports',
        url: `${TRANSPORT_2025}#listening-for-messages-from-the-server`,
      },
    ],
  },

  {
    id: 'mcp-accept-unsatisfiable',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP: an Accept header that cannot be met gives 406',
    fails: 'MCP does not answer 406 to an Accept header it cannot meet',
    goal: 'An agent that cannot read what the server sends learns this before the server does anything.',
    passesWhen: 'A POST with `Accept: image/png` responds with HTTP 406.',
    fix: 'Answer a POST whose Accept header allows neither application/json nor text/event-stream with HTTP 406.',
    findings: {
      absent: 'The MCP server does not answer 406 to an Accept header that it cannot satisfy.',
      broken: 'An Accept header that cannot be satisfied makes the MCP server fail.',
    },
    resources: [CONTENT_NEGOTIATION],
  },

  {
    id: 'mcp-accept-json',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP answers in plain JSON on request',
    fails: 'MCP does not answer as application/json on request',
    goal: 'An agent that cannot parse event streams gets its response as one JSON body.',
    passesWhen:
      'A POST with `Accept: application/json` responds with one JSON body, not with an event stream.',
    fix: 'Answer a POST with `Accept: application/json` with one application/json body. In the MCP SDK that is `enableJsonResponse: true`, with the check of the Accept header relaxed.',
    findings: {
      absent: 'Clients that accept only JSON get none from the MCP server.',
      broken: 'The MCP server gives no plain JSON to clients that accept only JSON.',
    },
    resources: [
      {
        label: 'MCP 2026-07-28: Streamable HTTP, sending messages',
        url: `${TRANSPORT_2026}#sending-messages`,
      },
      CONTENT_NEGOTIATION,
    ],
  },
] as const satisfies readonly Definition[];

const CORS = { label: 'Fetch: CORS protocol', url: 'https://fetch.spec.whatwg.org/#http-cors-protocol' };

export const mcpCors = [
  {
    id: 'mcp-cors-preflight',
    category: 'mcp',
    keyword: 'should',
    principle: 'P6',
    label: 'The MCP endpoint supports CORS preflights',
    fails: 'The MCP endpoint does not fully support CORS preflights',
    goal: 'An agent that runs in a browser can call the server from its own page.',
    passesWhen: 'OPTIONS responds 200 or 204 with `Access-Control-Allow-Origin`, `-Methods` and `-Headers`.',
    fix: 'Answer OPTIONS with 204 and `Access-Control-Allow-Origin`, `-Methods` (POST) and `-Headers` (content-type, mcp-protocol-version, mcp-session-id, authorization). Send none of them if pages of other sites must not call the endpoint.',
    findings: {
      absent: 'The MCP endpoint does not answer CORS preflights.',
      noncompliant: 'The CORS preflight of the MCP endpoint allows too little.',
      broken: 'The CORS preflight of the MCP endpoint is incomplete or fails.',
    },
    resources: [CORS],
  },

  {
    id: 'mcp-cors-actual',
    category: 'mcp',
    keyword: 'should',
    principle: 'P6',
    label: 'MCP responses have the CORS headers of the preflight',
    fails: 'Pages of other sites cannot use MCP responses',
    goal: 'An agent that runs in a browser can read the response to a call that the preflight allowed.',
    passesWhen: 'The response to POST has `Access-Control-Allow-Origin`, like the response to OPTIONS.',
    fix: 'Send `Access-Control-Allow-Origin` with the responses to POST, errors included, if the response to OPTIONS has it. Send it with neither if pages of other sites must not call the endpoint.',
    findings: {
      absent: 'MCP responses carry no CORS headers.',
      noncompliant: 'The CORS headers of MCP responses allow another origin.',
      broken: 'MCP responses and their preflight disagree about CORS.',
    },
    resources: [CORS],
  },
] as const satisfies readonly Definition[];
