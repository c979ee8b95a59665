import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { definitions } from '../definitions/index.ts';
import { stackFilesOf } from './guide-files.ts';

const guide = (...blocks: readonly [heading: string, fence: string, code: string][]) =>
  `## How to fix it\n\n${blocks
    .map(
      ([heading, fence, code]) =>
        `${heading === '' ? '' : `### ${heading}\n\n`}\`\`\`${fence}\n${code}\n\`\`\`\n`,
    )
    .join('\n')}\n## How to verify it\n\n\`\`\`sh\n# verify.sh\n\`\`\`\n`;

it.each([
  ['text', '# public/_headers'],
  ['js', '// server.mjs: it lies beside it'],
  ['html', '<!-- app/pages/[id].vue -->'],
  ['liquid', '{% comment %} templates/robots.txt.liquid {% endcomment %}'],
  ['php', '<?php\n// wp-content/mu-plugins/a.php'],
  ['astro', '---\n// src/pages/404.astro'],
  ['json title="vercel.json"', '{}'],
])('reads the file of a block of %s', (fence, code) => {
  const [found] = stackFilesOf(guide(['Vercel', fence, code]));
  expect(found?.platform?.id).toBe('vercel');
  expect(found?.files).toHaveLength(1);
  expect(`${fence} ${code}`).toContain(found?.files[0]);
});

it('gathers what is for everybody first, each file once, and nothing of other sections', () => {
  const text = guide(
    ['nginx', 'nginx', '# in server { … }'],
    ['Next.js', 'ts', '// app/robots.ts'],
    ['Next.js', 'ts', '// app/robots.ts\nagain'],
    ['Any static site', 'text', '# robots.txt'],
    ['Cloudflare', 'sh title="Terminal"', 'curl x'],
  );
  expect(stackFilesOf(text).map(({ platform, files }) => [platform?.id, files])).toEqual([
    [undefined, ['robots.txt']],
    ['nextjs', ['app/robots.ts']],
  ]);
});

it('finds files in the guides of most checks', () => {
  const without = definitions.filter(({ id }) => {
    const text = readFileSync(new URL(`../../content/checks/${id}.mdx`, import.meta.url), 'utf8');
    return stackFilesOf(text).length === 0;
  });
  expect(without.map(({ id }) => id)).toEqual([]);
});
