/** Describes `/mcp` for OpenAPI, with every status that the endpoint returns. */
import { type Json, openapiAnswer, TEXT } from './openapi-answer.ts';

const JSON_TYPE = 'application/json';
const RPC: Json = { type: 'object', required: ['jsonrpc'] };

export function mcpPath(origin: string): Json {
  return {
    post: {
      operationId: 'callMcp',
      summary: 'The MCP server: one JSON-RPC message, one response',
      description: `Revisions, tools and limits: ${origin}/mcp-skill.md`,
      tags: ['protocols'],
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      responses: {
        200: {
          description:
            'The JSON-RPC response, also for JSON-RPC errors without a status of their own. Over the limit of reads, a tool returns a result with isError, and other requests get the error 429, both with Retry-After.',
          content: {
            'application/json': { schema: RPC },
            'text/event-stream': { schema: TEXT },
          },
        },
        202: { description: 'A notification or a response was accepted; there is no body.' },
        400: openapiAnswer(
          'Not one JSON-RPC message, or one that its revision of MCP does not allow: an unknown revision, a header that disagrees with the body, a notification whose params are too large',
          JSON_TYPE,
          RPC,
        ),
        403: openapiAnswer('Sent by a page of another origin', JSON_TYPE, RPC),
        404: openapiAnswer('Revision 2026-07-28 has no such method here (-32601)', JSON_TYPE, RPC),
        405: {
          ...openapiAnswer('Not POST', JSON_TYPE, RPC),
          headers: { Allow: { schema: { const: 'POST' } } },
        },
        406: openapiAnswer('Neither JSON nor event streams are accepted', JSON_TYPE, RPC),
        413: openapiAnswer('Longer than 256 KiB', JSON_TYPE, RPC),
        415: openapiAnswer('Not JSON', JSON_TYPE, RPC),
        429: {
          ...openapiAnswer(
            'Too many requests from this address, and the body is not one request',
            JSON_TYPE,
            RPC,
          ),
          headers: { 'Retry-After': { schema: { type: 'integer' } } },
        },
        500: openapiAnswer('A fault of the service', JSON_TYPE, RPC),
        503: openapiAnswer('Switched off', JSON_TYPE, RPC),
      },
    },
  };
}
