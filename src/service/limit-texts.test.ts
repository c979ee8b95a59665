/** Tests that pages and guides state the service's limits. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  AUDIT_LIMIT,
  DEFAULT_QUOTA,
  MOST_WAITING,
  NETWORK_LIMIT,
  NETWORK_READS,
  READ_LIMIT,
  TARGET_LIMIT,
} from '../base/limits.ts';
import { callerError, minutesText, readRefusal, retryAfterS } from './limit-texts.ts';
import { failedCall } from './mcp/tool.ts';

const reads = `${READ_LIMIT.calls} in ${READ_LIMIT.windowMs / 1000} seconds`;
const own = `${AUDIT_LIMIT.units} in 60 minutes`;

it.each([
  [
    'content/pages/mcp-skill.mdx',
    [
      `Reads: ${reads}`,
      `Fresh audits: ${own}`,
      `${AUDIT_LIMIT.failed} of those are possible in 60 minutes`,
      `one audit at a time, and ${TARGET_LIMIT.units} in 60 minutes`,
      `at most ${MOST_WAITING.claim} calls, of which at most ${MOST_WAITING.caller} from one address`,
    ],
  ],
  [
    'content/pages/docs/authentication.mdx',
    [
      reads,
      own,
      `${NETWORK_READS} requests in 60 seconds and ${NETWORK_LIMIT.units} fresh audits in 60 minutes`,
      `${TARGET_LIMIT.units} in 60 minutes`,
    ],
  ],
  [
    'content/pages/operators.mdx',
    [
      `\`AUDIT_CEILING\` | \`${DEFAULT_QUOTA}\``,
      `${AUDIT_LIMIT.units} fresh audits in 60 minutes and ${READ_LIMIT.calls} reads in 60 seconds`,
    ],
  ],
])('%s', (path, sentences) => {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').replace(/\s+/g, ' ');
  for (const sentence of sentences) expect(text).toContain(sentence);
});

it.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3600, '60 minutes'],
])('%i s: %s', (seconds, text) => {
  expect(minutesText(seconds)).toBe(text);
});

it('names the time of the next audit once', () => {
  const text = JSON.stringify(failedCall(callerError('audits', 3_329_000, 0)).content);
  expect(text).toContain('possible in 56 minutes');
  expect(text).not.toContain('3329');
});

it('never asks a caller to retry at once', () => {
  expect([retryAfterS(1000, 1000), retryAfterS(1000, 5000), retryAfterS(2001, 1000)]).toEqual([1, 1, 2]);
});

it.each([
  [1, '1 second.'],
  [2, '2 seconds.'],
])('says that the next read is possible in %i s', (resetS, text) => {
  const refusal = readRefusal({ allowed: false, limit: READ_LIMIT.calls, remaining: 0, resetS });
  expect(refusal.message).toMatch(new RegExp(`possible in ${text}$`));
});
