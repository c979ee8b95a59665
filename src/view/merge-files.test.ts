import { expect, it } from 'vitest';
import { withFilesOnce } from './merge-files.ts';

const block = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;
const page = (line: string) =>
  `// app/page.tsx\nexport default function Page() {\n  return (\n    <main>\n      <h1>Example</h1>\n      ${line}\n    </main>\n  );\n}`;

it('writes a page that several parts of one platform have once, with what all of them say', () => {
  const text = withFilesOnce(
    [
      '### Next.js',
      block('tsx', page('<p>a</p>')),
      '### Next.js',
      'Also this:',
      block('tsx', page('<p>b</p>')),
    ].join('\n\n'),
  );
  expect(text).toBe(
    ['### Next.js', block('tsx', page('<p>a</p>\n      <p>b</p>')), '### Next.js', 'Also this.'].join('\n\n'),
  );
});

it.each([
  [
    'of two platforms',
    ['### Next.js', block('tsx', page('<p>a</p>')), '### Nuxt', block('tsx', page('<p>b</p>'))],
  ],
  [
    'of two files',
    [block('tsx', page('<p>a</p>')), block('tsx', page('<p>b</p>').replace('page.tsx', 'b.tsx'))],
  ],
  ['that name no file', [block('html', '<p>a</p>'), block('html', '<p>b</p>')]],
  ['that are no pages', [block('js', '// server.js\na();'), block('js', '// server.js\nb();')]],
])('leaves blocks %s alone', (_, parts) => {
  expect(withFilesOnce(parts.join('\n\n'))).toBe(parts.join('\n\n'));
});
