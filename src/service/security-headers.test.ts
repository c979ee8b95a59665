import { expect, it } from 'vitest';
import { SECURITY_HEADERS, secure } from './security-headers.ts';

const SCORE = 'https://catalog.example/score';
const headersOf = (headers: Headers) =>
  Object.fromEntries(Object.keys(SECURITY_HEADERS).map((name) => [name, headers.get(name)]));

it('adds every header, and keeps those that the response already has', () => {
  const headers = new Headers({ 'Cross-Origin-Resource-Policy': 'cross-origin' });
  secure(headers, SCORE);
  expect(headersOf(headers)).toEqual({ ...SECURITY_HEADERS, 'Cross-Origin-Resource-Policy': 'cross-origin' });
});

it('sets HSTS only over TLS, where browsers honor it', () => {
  const headers = new Headers();
  secure(headers, 'http://localhost:8888/score');
  expect(headersOf(headers)).toEqual({ ...SECURITY_HEADERS, 'Strict-Transport-Security': null });
});
