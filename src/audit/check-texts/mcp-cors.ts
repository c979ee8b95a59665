/** Whether pages of other sites may call the MCP endpoint. */
import type { Definition } from './definition.ts';

const CORS = { label: 'Fetch: CORS protocol', url: 'https://fetch.spec.whatwg.org/#http-cors-protocol' };

export const mcpCors = [
  {
    id: 'mcp-cors-preflight',
    category: 'mcp',
    keyword: 'should',
    principle: 'P6',
    label: 'MCP endpoint answers CORS preflights',
    fails: 'The MCP endpoint does not fully answer CORS preflights',
    goal: 'An agent that runs in a browser can call the server from its own page.',
    passesWhen: 'OPTIONS preflight on the MCP endpoint succeeds with Access-Control-Allow-* headers.',
    fix: 'Answer OPTIONS with 204 and `Access-Control-Allow-Origin`, `-Methods` (POST) and `-Headers` (content-type, mcp-protocol-version, mcp-session-id, authorization). Leave it as it is if pages of other sites must not call the endpoint.',
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
    label: 'MCP responses carry CORS headers like the preflight',
    fails: 'Pages of other sites cannot use MCP responses',
    goal: 'An agent that runs in a browser can read the response to a call that the preflight allowed.',
    passesWhen:
      'The POST response carries Access-Control-Allow-Origin, consistent with the preflight posture.',
    fix: 'Send `Access-Control-Allow-Origin` with the responses to POST, errors included, if the response to OPTIONS has it. Send it with neither if pages of other sites must not call the endpoint.',
    findings: {
      absent: 'MCP responses carry no CORS headers.',
      noncompliant: 'The CORS headers of MCP responses allow another origin.',
      broken: 'MCP responses and their preflight disagree about CORS.',
    },
    resources: [CORS],
  },
] as const satisfies readonly Definition[];
