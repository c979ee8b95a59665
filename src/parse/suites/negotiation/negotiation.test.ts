import { describe, expect, it } from 'vitest';
import { pageType, takes } from '../../negotiation.ts';
import { ACCEPT_CASES } from './cases.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

describe('an Accept field, by RFC 9110', () => {
  it.each(ACCEPT_CASES)('$accept', ({ accept, takes: taken, browser, commandLine }) => {
    const types = ['text/html', 'text/markdown', 'text/plain'];
    expect(types.filter((type) => takes(accept, type))).toEqual(taken);
    expect(pageType({ accept, userAgent: BROWSER })).toBe(browser);
    expect(pageType({ accept, userAgent: 'curl/8.15.0' })).toBe(commandLine);
  });
});
