import { expect, it } from 'vitest';
import { pageType, takes } from '../../negotiation.ts';
import { ACCEPT_CASES } from './cases.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const TYPES = ['text/html', 'text/markdown', 'text/plain'];

it('Accept fields are read as RFC 9110 says', () => {
  const read = ACCEPT_CASES.map((one) => ({
    ...one,
    takes: TYPES.filter((type) => takes(one.accept, type)),
    browser: pageType({ accept: one.accept, userAgent: BROWSER }),
    commandLine: pageType({ accept: one.accept, userAgent: 'curl/8.15.0' }),
  }));
  expect(read).toEqual(ACCEPT_CASES);
});
