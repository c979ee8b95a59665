import { expect, it } from 'vitest';
import { answerPage } from '../app/answer-page.ts';
import { SECURITY_HEADERS, secure } from './security-headers.ts';

const SCORE = 'https://catalog.example/score';
const headersOf = (headers: Headers) =>
  Object.fromEntries(Object.keys(SECURITY_HEADERS).map((name) => [name, headers.get(name)]));

it('adds every header, and keeps what a response says of other origins', () => {
  const headers = new Headers({ 'Cross-Origin-Resource-Policy': 'cross-origin' });
  secure(headers, SCORE);
  expect(headersOf(headers)).toEqual({ ...SECURITY_HEADERS, 'Cross-Origin-Resource-Policy': 'cross-origin' });
});

it('asks for TLS over TLS only, where browsers heed it', () => {
  const headers = new Headers();
  secure(headers, 'http://localhost:8888/score');
  expect(headersOf(headers)).toEqual({ ...SECURITY_HEADERS, 'Strict-Transport-Security': null });
});

it.each([
  ['text/html', 200],
  ['application/json', 404],
  ['text/markdown', 304],
])('the edge function adds them, too: %s, %i', async (accept, status) => {
  const request = new Request(SCORE, { headers: { accept } });
  const body = status === 304 ? null : 'content';
  const response = await answerPage(request, { next: async () => new Response(body, { status }) });
  expect([response?.status, headersOf(response?.headers ?? new Headers())]).toEqual([
    status,
    SECURITY_HEADERS,
  ]);
});
