import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { withCodeHeads } from './code-heads.ts';

const MARKDOWN = `
\`\`\`text
all
\`\`\`

\`\`\`\`json title="a&b.json"
\`\`\`
\`\`\`\`

- in a list

  \`\`\`nginx
  a
  \`\`\`
`;
const HTML = `<pre class="language-text"><code>all</code></pre>
<pre class="language-json"><code>{}</code></pre>
<pre class="language-nginx"><code>a <span>b</span></code></pre>
<p>text <code>--plan</code> <code>a --plan</code></p>`;

const page = parse(withCodeHeads(HTML, MARKDOWN));

it('names the file or language of each block, and has a button that copies it', () => {
  expect(page.querySelectorAll('.code-head span').map(({ text }) => text)).toEqual([
    'Text',
    'a&b.json',
    'nginx',
  ]);
  for (const button of page.querySelectorAll('.code button')) {
    const copied = page.getElementById(button.getAttribute('data-copy') ?? '');
    expect(copied?.tagName).toBe('PRE');
    expect(button.closest('.code')).toBe(copied?.parentNode);
  }
  expect(page.querySelectorAll('pre')[2]?.innerHTML).toBe('<code>a <span>b</span></code>');
});

it('marks flags so that lines do not break inside them', () => {
  expect(page.querySelectorAll('code.flag').map(({ text }) => text)).toEqual(['--plan']);
});
