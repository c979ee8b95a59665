import { describe, expect, it } from 'vitest';
import { parseMediaType } from '../../media-type.ts';
import { MEDIA_TYPE_CASES } from './cases.ts';

describe('a media type, by MIME Sniffing and Fetch', () => {
  it.each(MEDIA_TYPE_CASES)('$fields', ({ fields, type }) => {
    const read = parseMediaType(fields.join(', '));
    const shown = read?.charset === undefined ? read?.essence : `${read.essence};${read.charset}`;
    expect(shown ?? null).toBe(type);
  });
});
