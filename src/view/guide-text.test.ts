import { expect, it } from 'vitest';
import { codeBlocksOf, guideFor, platformsOf, stepsFor } from './guide-text.ts';
import { PLATFORMS } from './platforms.ts';

const GUIDE = `## How to fix it

For all.

### nginx

\`\`\`nginx
# in server { … }
### Apache
\`\`\`

### Vercel

\`\`\`json title="vercel.json"
{}
\`\`\`

### Any site

Also for all.

## Common mistakes

### Apache

Not a platform's part.
`;
const platform = (id: string) => PLATFORMS.find((one) => one.id === id) as (typeof PLATFORMS)[number];

it('has the platforms of its fix, and what is in a fence is not a heading', () => {
  expect(platformsOf(GUIDE).map(({ id }) => id)).toEqual(['nginx', 'vercel']);
});

it('is read for one platform: what is for all stays', () => {
  const text = guideFor(GUIDE, platform('vercel'));
  expect(text).toContain('vercel.json');
  expect(text).not.toContain('nginx');
  for (const kept of ['For all.', 'Also for all.', "Not a platform's part."]) expect(text).toContain(kept);
});

it('has steps without how it is judged, and some where there are none for all', () => {
  const judged = `${GUIDE}\n## What is probed\n\nA path.\n`;
  expect(stepsFor(judged, [])).toContain('For all.');
  expect(stepsFor(judged, [])).not.toMatch(/A path|nginx|vercel/);
  expect(stepsFor(judged, [platform('nginx'), platform('vercel')])).toMatch(/### nginx[\s\S]*### Vercel/);
  const only = '## How to fix it\n\n### nginx\n\nN.\n\n### Vercel\n\nV.\n';
  expect(stepsFor(only, [platform('apache')])).toContain('N.');
});

it('is whole for a platform that it has nothing for', () => {
  expect(guideFor(GUIDE, platform('apache'))).toBe(GUIDE);
});

it('has blocks, with the file that a fence names', () => {
  expect(codeBlocksOf(GUIDE)).toEqual([
    {
      section: 'How to fix it',
      heading: 'nginx',
      language: 'nginx',
      title: '',
      code: '# in server { … }\n### Apache\n',
    },
    { section: 'How to fix it', heading: 'Vercel', language: 'json', title: 'vercel.json', code: '{}\n' },
  ]);
});
