/** Which responses are retried with no other request in flight. */
import { expect, it } from 'vitest';
import type { Exchange } from '../io/io.ts';
import { Suspects } from './suspects.ts';

const ERROR = '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"no"}}';

it.each([
  { what: 'a JSON-RPC error with 400', status: 400, body: ERROR, is: false },
  { what: 'a JSON-RPC error with 406', status: 406, body: ERROR, is: false },
  {
    what: 'a JSON-RPC error with 403, as a limiter of a gateway sends it',
    status: 403,
    body: ERROR,
    is: true,
  },
  { what: 'a page with 400', status: 400, body: '<h1>Bad request</h1>', is: true },
  { what: 'a 405 with the allowed methods', status: 405, body: '', headers: [['allow', 'POST']], is: false },
  { what: 'a 405 without them, as walls send it', status: 405, body: '', is: true },
  { what: 'a 404', status: 404, body: '', is: false },
])('$what is repeated alone: $is', ({ status, body, headers = [], is }) => {
  const exchange = {
    request: { method: 'POST', url: 'https://site.example/mcp', headers: [] },
    answer: { status, headers, body: new TextEncoder().encode(body), truncated: false },
  } as unknown as Exchange;
  expect(new Suspects(() => false).kindOf(exchange) !== undefined).toBe(is);
});

it('takes another form of the same status for another response, which confirms nothing', () => {
  const exchange = (body: string) =>
    ({
      request: { method: 'GET', url: 'https://site.example/.well-known/a', headers: [] },
      answer: { status: 403, headers: [], body: new TextEncoder().encode(body), truncated: false },
    }) as unknown as Exchange;
  const suspects = new Suspects(() => false);
  const kind = suspects.kindOf(exchange('<h1>Too many at once</h1>'));
  if (kind === undefined) throw new Error('not suspect');
  expect(suspects.isAgain(kind, exchange('<h1>Too many at once</h1>'))).toBe(true);
  expect(suspects.isAgain(kind, exchange('<h1>Checking your browser</h1>'))).toBe(false);
});
