import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { jsonForScript } from './json-script.ts';

it('cannot end the element that it stands in, and reads back the same', () => {
  const value = { a: '</script><script>alert(1)</script><!--', b: '\u2028&' };
  const json = jsonForScript(value);
  expect(json).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(json)).toEqual(value);
  expect(
    parse(`<script type="application/ld+json">${json}</script>`).querySelectorAll('script'),
  ).toHaveLength(1);
});
