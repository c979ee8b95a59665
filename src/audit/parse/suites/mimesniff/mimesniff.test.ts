import { expect, it } from 'vitest';
import { parseMediaType } from '../../../../base/media-type.ts';
import { MEDIA_TYPE_CASES } from './cases.ts';

it('media types are read as MIME Sniffing and Fetch say', () => {
  const read = MEDIA_TYPE_CASES.map(({ fields }) => {
    const type = parseMediaType(fields.join(', '));
    return {
      fields,
      type: (type?.charset === undefined ? type?.essence : `${type.essence};${type.charset}`) ?? null,
    };
  });
  expect(read).toEqual(MEDIA_TYPE_CASES.map(({ fields, type }) => ({ fields, type })));
});
