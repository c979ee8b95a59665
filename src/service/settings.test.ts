import { expect, test } from 'vitest';
import { settingsOf } from './settings.ts';

test('everything is on by default, and only public addresses are allowed', () => {
  expect(settingsOf({})).toEqual({
    service: true,
    liveAudits: true,
    network: 'public',
    resolver: 'https://cloudflare-dns.com/dns-query',
    auditQuota: 600,
    contact: {},
  });
});

test.each([
  ['on', true],
  [' TRUE ', true],
  ['off', false],
  ['0', false],
  ['', false],
  ['offf', false],
])('a switch set to %o', (text, expected) => {
  expect(settingsOf({ SERVICE: text, LIVE_AUDITS: text })).toMatchObject({
    service: expected,
    liveAudits: expected,
  });
});

test.each([
  ['any', 'any'],
  ['auto', 'public'],
  ['ANY ', 'public'],
])('AUDIT_NETWORK=%s is %s', (text, expected) => {
  expect(settingsOf({ AUDIT_NETWORK: text }).network).toBe(expected);
});

test('an empty METRICS_TOKEN counts as not set', () => {
  expect(settingsOf({ METRICS_TOKEN: '' }).metricsToken).toBe(undefined);
});

test.each([
  ['250', 250],
  [' 50 ', 50],
  ['1e9', 0],
  ['0', 0],
  ['many', 0],
  ['-1', 0],
])('AUDIT_CEILING=%s allows %d', (text, expected) => {
  expect(settingsOf({ AUDIT_CEILING: text }).auditQuota).toBe(expected);
});
