/** What is done to the HTML of a guide, on the HTML that Astro makes. */
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { arrangedGuide } from './guide-html.ts';

const MARKDOWN = `## How to fix it

\`\`\`text
all
\`\`\`

### nginx

\`\`\`nginx
a
\`\`\`

### MCP Python SDK

\`\`\`json title="a&b.json"
{}
\`\`\`

### Any site

## How the verdict is made
`;
const HTML = `<h2 id="how-to-fix-it">How to fix it</h2>
<pre class="language-text"><code>all</code></pre>
<h3 id="nginx">nginx</h3>
<pre class="language-nginx"><code>a <span>b</span></code></pre>
<h3 id="mcp-python-sdk">MCP Python SDK</h3>
<pre class="language-json"><code>{}</code></pre>
<h3 id="any-site">Any site</h3>
<p>text <code>--plan</code> <code>a --plan</code></p>
<h2 id="how-the-verdict-is-made">How the verdict is made</h2>`;

describe('the page of a guide', () => {
  const page = parse(arrangedGuide(HTML, MARKDOWN));

  it('has a part for each platform, which its id leads to', () => {
    const parts = page
      .querySelectorAll('section')
      .map((part) => [
        part.getAttribute('data-platform'),
        part.querySelector('h3')?.id,
        part.querySelectorAll('pre').length,
      ]);
    expect(parts).toEqual([
      ['nginx', 'nginx', 1],
      ['mcp-python', 'mcp-python', 1],
    ]);
    expect(page.querySelector('#any-site')?.closest('section')).toBeNull();
  });

  it('has a choice among them, of which all are chosen at first', () => {
    const options = page.querySelectorAll('fieldset input').map((input) => input.getAttribute('value'));
    expect(options).toEqual(['all', 'nginx', 'mcp-python']);
    expect(page.querySelectorAll('input[checked]').map((input) => input.getAttribute('value'))).toEqual([
      'all',
    ]);
    expect(page.querySelector('h2 + fieldset legend')?.text).toBe('Show the fix for');
  });

  it('has no choice where there is one platform', () => {
    expect(arrangedGuide(HTML.replace('MCP Python SDK', 'Any server'), MARKDOWN)).not.toContain('fieldset');
  });

  it('has a head for each block, with its file or language and a button that copies it', () => {
    expect(page.querySelectorAll('.code-head span').map(({ text }) => text)).toEqual([
      'Text',
      'nginx',
      'a&b.json',
    ]);
    for (const button of page.querySelectorAll('.code button')) {
      const copied = page.getElementById(button.getAttribute('data-copy') ?? '');
      expect(copied?.tagName).toBe('PRE');
      expect(button.closest('.code')).toBe(copied?.parentNode);
    }
    expect(page.querySelectorAll('pre')[1]?.innerHTML).toBe('<code>a <span>b</span></code>');
  });

  it('marks what is a flag alone, which no line may break', () => {
    expect(page.querySelectorAll('code.flag').map(({ text }) => text)).toEqual(['--plan']);
  });

  it('says once which words of verdicts differ', () => {
    expect(page.text.match(/MISSING/g)).toHaveLength(1);
  });
});
