import { expect, it } from 'vitest';
import { severityOf } from './report.ts';

it.each([
  ['must', 'absent', 'error'],
  ['should', 'broken', 'error'],
  ['may', 'broken', 'warning'],
  // Of the file of another version, or of anybody.
  ['perhaps', 'absent', 'warning'],
  ['constructor', 'absent', 'warning'],
  ['__proto__', 'broken', 'error'],
] as const)('a %s that is %s is a %s', (keyword, status, severity) => {
  expect(severityOf({ keyword, status })).toBe(severity);
});
