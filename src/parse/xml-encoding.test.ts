import { describe, expect, it } from 'vitest';
import { decodeXml } from './xml-encoding.ts';

describe('the encoding of XML', () => {
  const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));

  it.each<[string, Uint8Array, string | undefined, string | undefined]>([
    ['UTF-8', bytes('<é/>', 'utf8'), undefined, '<é/>'],
    ['UTF-8 with a mark', bytes('\ufeff<é/>', 'utf8'), 'iso-8859-1', '<é/>'],
    ['UTF-16 with a mark', bytes('\ufeff<é/>', 'utf16le'), undefined, '<é/>'],
    [
      'UTF-16 without one',
      bytes('<?xml version="1.0" encoding="UTF-16"?><é/>', 'utf16le'),
      undefined,
      '<?xml version="1.0" encoding="UTF-16"?><é/>',
    ],
    [
      'big-endian UTF-16',
      bytes('\ufeff<é/>', 'utf16le').map((_, i, all) => all[i ^ 1] ?? 0),
      undefined,
      '<é/>',
    ],
    [
      'as it declares',
      bytes('<?xml version="1.0" encoding="ISO-8859-1"?><é/>', 'latin1'),
      undefined,
      '<?xml version="1.0" encoding="ISO-8859-1"?><é/>',
    ],
    ['as its type says', bytes('<é/>', 'latin1'), 'iso-8859-1', '<é/>'],
    [
      'as it declares, where its type is wrong',
      bytes('<?xml version="1.0" encoding="ISO-8859-1"?><é/>', 'latin1'),
      'utf-8',
      '<?xml version="1.0" encoding="ISO-8859-1"?><é/>',
    ],
    [
      'an encoding that nobody knows',
      bytes('<?xml version="1.0" encoding="x-klingon"?><é/>', 'utf8'),
      undefined,
      '<?xml version="1.0" encoding="x-klingon"?><é/>',
    ],
    ['bytes that are not UTF-8', bytes('<é/>', 'latin1'), undefined, undefined],
    [
      'UTF-8 that is declared as UTF-16',
      bytes('<?xml version="1.0" encoding="UTF-16"?><a/>', 'utf8'),
      undefined,
      undefined,
    ],
    ['nothing', new Uint8Array(), undefined, ''],
  ])('%s', (_title, body, charset, text) => {
    expect(decodeXml(body, charset)).toBe(text);
  });

  it('may end in the middle of a character where it was cut', () => {
    const cut = bytes('<a>é', 'utf8').subarray(0, -1);
    expect(decodeXml(cut, undefined, true)).toBe('<a>');
    expect(decodeXml(cut, undefined)).toBeUndefined();
  });
});
