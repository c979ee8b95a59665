import { expect, it } from 'vitest';
import { severityOf } from './report.ts';

it.each([
  ['must', 'absent', 'error'],
  ['should', 'broken', 'error'],
  ['may', 'broken', 'warning'],
] as const)('a %s that is %s has the severity %s', (keyword, status, severity) => {
  expect(severityOf({ keyword, status })).toBe(severity);
});
