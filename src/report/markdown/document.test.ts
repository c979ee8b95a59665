import { describe, expect, it } from 'vitest';
import { forAgents, withAbsoluteLinks } from './document.ts';

const SITE = 'https://catalog.example';

it('the document links to the index below the first heading, after the front matter', () => {
  expect(forAgents('---\ntitle: "T"\n---\n\n# T\n\nText.\n\n# U\n', SITE)).toBe(
    '---\ntitle: "T"\n---\n\n# T\n\n> For AI agents: the index of this site is <https://catalog.example/llms.txt>.\n\nText.\n\n# U\n',
  );
});

describe('a link', () => {
  it.each([
    ['[a](/b.md), [c](/d#e)', `[a](${SITE}/b.md), [c](${SITE}/d#e)`],
    ['[a]: /b', `[a]: ${SITE}/b`],
    ['[a](/fix/robots), [b]: /fix/b', `[a](${SITE}/fix/robots.md), [b]: ${SITE}/fix/b.md`],
    ['[a](/fix/b.md#c), [d](/fix/llms.txt)', `[a](${SITE}/fix/b.md#c), [d](${SITE}/fix/llms.txt)`],
    ['[a](//other.example/), [b](#c), [d](https://e.example/)', undefined],
    ['`[a](/b)` and ``[a](/b)``', undefined],
    ['```md\n[a](/b)\n```', undefined],
    ['````md\n```\n[a](/b)\n````\n[c](/d)', `\`\`\`\`md\n\`\`\`\n[a](/b)\n\`\`\`\`\n[c](${SITE}/d)`],
    ['  ~~~\n[a](/b)\n  ~~~\n[c](/d)', `  ~~~\n[a](/b)\n  ~~~\n[c](${SITE}/d)`],
  ])('%j is absolute if it is a link', (text, absolute = text) => {
    expect(withAbsoluteLinks(text, SITE)).toBe(absolute);
  });
});
