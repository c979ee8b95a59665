import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { definitions } from '../../audit/check-texts/index.ts';
import { envelopeFor, everyStatus } from '../../testing/envelopes.ts';
import { scoredOf } from '../listed.ts';
import { goodResult } from '../results/merge.ts';
import { storedText } from '../results/stored-text.ts';
import { packed, packedEntry, unpacked, unpackedEntry } from './schema.ts';

const HOST = 'site.example';
const envelope = envelopeFor({ checks: definitions, verdict: everyStatus });

describe('the texts in rows', () => {
  it('of results take half of what they take without the dictionary', () => {
    const text = storedText(goodResult(HOST, envelope));
    expect(unpacked(packed(text), HOST)).toBe(text);
    // If this fails because the texts of many checks have changed, see src/testing/bench/dictionary.ts.
    expect(packed(text).length).toBeLessThan(zstdCompressSync(text).length / 2);
  });

  it('of entries take an eighth', () => {
    const text = JSON.stringify({ scored: scoredOf(envelope) });
    expect(unpackedEntry(packedEntry(text))).toBe(text);
    expect(packedEntry(text).length).toBeLessThan(text.length / 8);
  });

  it('are readable with the dictionary of their time', () => {
    const body = Buffer.from('ACi1L/0gutUAAAggB4DAD3SmVUyHo6L+uLP55GUOC7I+yQzs', 'base64');
    expect(JSON.parse(`${unpacked(body, HOST).trim().slice(0, -1)}}`)).toMatchObject({
      id: 'sitemap',
      group: 'P7',
    });
  });

  it.each([[], [99], [0, 1, 2]])(
    'are an error that names the site if this program did not write them: %j',
    (...bytes) => {
      expect(() => unpacked(Buffer.from(bytes), HOST)).toThrow(`The row of ${HOST}`);
    },
  );
});
