import { describe, expect, it } from 'vitest';
import { findResponse, responseArrived } from '../../json-rpc.ts';
import { STREAM_CASES } from './cases.ts';

describe('an event stream, by the HTML standard', () => {
  it.each(STREAM_CASES)('$about', ({ stream, result }) => {
    const read = findResponse(stream, 'sse', '1');
    expect(read.ok ? read.value.result : null).toBe(result);
  });

  it.each(STREAM_CASES.filter(({ differs }) => differs === undefined))(
    'in any pieces: $about',
    ({ stream, result }) => {
      const arrived = responseArrived('1');
      const seen = Array.from({ length: stream.length + 1 }, (_, end) => arrived(stream.slice(0, end)));
      expect(seen.at(-1)).toBe(result !== null);
      expect(responseArrived('1')(stream)).toBe(result !== null);
    },
  );
});
