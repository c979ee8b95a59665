import { describe, expect, it } from 'vitest';
import { parseMediaType } from '../../base/media-type.ts';
import { findResponse, framingOf, responseArrived } from './json-rpc.ts';

const ID = 'anc-tools-list';
const RESULT = { jsonrpc: '2.0', id: ID, result: { tools: [] } };
const NOTIFICATION = { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } };
const event = (message: unknown, end = '\n') => `data: ${JSON.stringify(message)}${end}${end}`;
const fail = (id: unknown, code = -32601) => ({ jsonrpc: '2.0', id, error: { code, message: 'no' } });

describe('findResponse in a JSON body', () => {
  it('reads a result and an error', () => {
    expect(findResponse(JSON.stringify(RESULT), 'json', ID)).toEqual({
      ok: true,
      value: { id: ID, result: { tools: [] } },
    });
    expect(findResponse(JSON.stringify(fail(ID)), 'json', ID)).toEqual({
      ok: true,
      value: { id: ID, error: { code: -32601, message: 'no', data: undefined } },
    });
  });

  it('finds the response with the id in a batch', () => {
    const batch = [NOTIFICATION, { ...RESULT, id: 'other' }, RESULT];
    expect(findResponse(JSON.stringify(batch), 'json', ID)).toMatchObject({ ok: true, value: { id: ID } });
  });

  it('takes an error that names no id, whatever the status', () => {
    expect(findResponse(JSON.stringify(fail(null)), 'json', ID).ok).toBe(true);
    expect(findResponse('{"jsonrpc":"2.0","error":{"code":-32700}}', 'json', ID).ok).toBe(true);
  });

  it('takes an error with an id of the server only from a refused request', () => {
    const body = JSON.stringify(fail('server-error', -32000));
    expect(findResponse(body, 'json', ID, true)).toMatchObject({
      ok: true,
      value: { error: { code: -32000 } },
    });
    expect(findResponse(body, 'json', ID)).toEqual({
      ok: false,
      why: 'a JSON-RPC response with another id',
    });
  });

  it.each([
    ['a result with another id', { ...RESULT, id: 1 }],
    ['a request', { jsonrpc: '2.0', id: ID, method: 'ping' }],
    ['another version', { ...RESULT, jsonrpc: '1.0' }],
    ['no version', { id: ID, result: {} }],
    ['an error without a code', { jsonrpc: '2.0', id: ID, error: 'no' }],
    ['a string', 'result'],
    ['null', null],
    ['an empty array', []],
  ])('refuses %s', (_, body) => {
    expect(findResponse(JSON.stringify(body), 'json', ID).ok).toBe(false);
  });

  it('says why', () => {
    expect(findResponse('<html>', 'json', ID)).toMatchObject({
      ok: false,
      why: expect.stringMatching(/not JSON/),
    });
    expect(findResponse('{}', 'json', ID)).toEqual({ ok: false, why: 'no JSON-RPC response' });
  });
});

describe('findResponse in an event stream', () => {
  it.each([
    ['alone', event(RESULT)],
    ['named message', `event: message\n${event(RESULT)}`],
    ['after a priming event and a comment', `id: 1\ndata:\n\n: hello\n\n${event(RESULT)}`],
    ['after notifications', event(NOTIFICATION) + event(NOTIFICATION) + event(RESULT)],
    ['after a request of the server', event({ jsonrpc: '2.0', id: ID, method: 'ping' }) + event(RESULT)],
    ['in a batch', event([NOTIFICATION, RESULT])],
    ['without a blank line at the end', `data: ${JSON.stringify(RESULT)}`],
    ['after events that are not JSON', `data: {not json\n\n${event(RESULT)}`],
  ])('%s', (_, text) => {
    expect(findResponse(text, 'sse', ID)).toMatchObject({ ok: true, value: { id: ID } });
  });

  it.each([
    ['an event of another type', `event: endpoint\n${event(RESULT)}`],
    ['notifications only', event(NOTIFICATION)],
    ['a bare JSON body', JSON.stringify(RESULT)],
    ['nothing', ''],
  ])('passes over %s', (_, text) => {
    expect(findResponse(text, 'sse', ID).ok).toBe(false);
  });
});

describe('responseArrived', () => {
  it('is true once the response is in, wherever the stream is cut', () => {
    const text = event(NOTIFICATION) + event({ ...RESULT, id: 'other' }) + event(RESULT, '\r\n');
    const bit = responseArrived(ID);
    for (let cut = 0; cut < text.length - 1; cut++) {
      const arrived = responseArrived(ID);
      expect([arrived(text.slice(0, cut)), arrived(text)]).toEqual([false, true]);
      expect(bit(text.slice(0, cut))).toBe(false);
    }
    expect(bit(text)).toBe(true);
  });

  it('starts again when the request is sent again', () => {
    const arrived = responseArrived(ID);
    expect(arrived('slow down')).toBe(false);
    expect(arrived(event(RESULT))).toBe(true);
    expect(arrived(event(NOTIFICATION))).toBe(false);
  });
});

it('reads events only from text/event-stream', () => {
  expect(framingOf(parseMediaType('text/event-stream; charset=utf-8'))).toBe('sse');
  expect(framingOf(parseMediaType('application/json'))).toBe('json');
  expect(framingOf(undefined)).toBe('json');
});
