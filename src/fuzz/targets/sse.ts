/** Event streams and JSON-RPC: a response is found whatever the pieces are in which it comes. */
import { findResponse, responseArrived } from '../../parse/json-rpc.ts';
import { sseEndpoint, sseEndpointArrived } from '../../parse/sse-endpoint.ts';
import { filled, hostile, numbered } from '../inputs.ts';
import { type FuzzTarget, must, mustBePlain } from '../target.ts';
import { STREAMS } from './samples.ts';

const PIECES = [
  'data: ',
  'data:',
  'data',
  'event: message\n',
  'event: endpoint\ndata: /messages?session_id=1\n\n',
  'id: 1\n',
  'retry: 10\n',
  ': comment\n',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  '\ufeff',
  '{"jsonrpc":"2.0","id":"1","result":{}}',
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}',
  '{"jsonrpc":"2.0","method":"x"}',
  '[',
  ']',
  ',',
];
const EVENT = 'data: {"jsonrpc":"2.0","id":"2","result":{}}\n\n';

export const sseTarget: FuzzTarget = {
  name: 'sse',
  inputs: hostile(STREAMS, PIECES),
  run(input) {
    for (const framing of ['json', 'sse'] as const) {
      for (const refused of [false, true]) {
        const found = findResponse(input, framing, '1', refused);
        if (!found.ok) mustBePlain('a reason', found.why, 300);
      }
    }
    const endpoint = sseEndpoint(input);
    must(endpoint === undefined || sseEndpointArrived(input), () => 'an endpoint that has not arrived');
    const arrived = responseArrived('1');
    const step = Math.max(1, Math.ceil(input.length / 8));
    let seen = false;
    for (let end = step; end < input.length + step; end += step) seen = arrived(input.slice(0, end));
    const whole = responseArrived('1')(input);
    must(seen === whole, () => `in pieces ${seen}, as a whole ${whole}`);
    const found = findResponse(input, 'sse', '1');
    must(!whole || found.ok, () => 'a response that arrived is not found');
  },
  worst: {
    events: (size) => filled(size, EVENT),
    'empty events': (size) => filled(size, 'data:\n\n'),
    'lines of data': (size) => filled(size, 'data:x\n'),
    'lines of data that end with CR': (size) => filled(size, 'data:x\r'),
    'one line': (size) => filled(size, 'a', 'data: '),
    'blank lines': (size) => filled(size, '\n'),
    'carriage returns': (size) => filled(size, '\r'),
    comments: (size) => filled(size, ':\n'),
    endpoints: (size) => filled(size, 'event: endpoint\ndata: /a\n\n'),
    'a batch': (size) => `[${filled(size - 8, '{"jsonrpc":"2.0","id":"2"},')}{}]`,
    'a deep batch': (size) => filled(size, '[', 'data: '),
    identifiers: (size) => numbered(size, (i) => `id: ${i}\n`),
    colons: (size) => filled(size, ':'),
  },
};
