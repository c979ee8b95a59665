/** Tests where a page's text begins, how many tokens a text has, and which of these costs the scorecard contains. */
import { describe, expect, it } from 'vitest';
import { json } from '../../testing/routes.ts';
import { auditSite, serveSite } from '../../testing/serve.ts';
import { textStart } from '../parse/text-start.ts';
import { tokensOf } from '../parse/tokens.ts';

describe('the start of the text', () => {
  it.each([
    ['<!doctype html><title>No</title><style>a{}</style><p>Yes', 'Yes'],
    ['<script>if (1 < 2) "<p>No"</script><!-- No --><noscript>No</noscript>\n<h1>Yes</h1>', 'Yes'],
    ['<TEMPLATE><p>No<svg><text>No</text></svg></TEMPLATE><svg/><b>&amp;Yes', '&amp;Yes'],
    ['Yes', 'Yes'],
    ['<p> \n </p><img alt="No">', undefined],
    ['', undefined],
    ['<script>never closed Yes', undefined],
  ])('of %j', (text, seen) => {
    expect(textStart(text)).toBe(seen === undefined ? undefined : text.indexOf(seen));
  });
});

describe('tokens', () => {
  it('are those of the tokenizer, and special ones are text', () => {
    expect(tokensOf('')).toBe(0);
    expect(tokensOf('hello world')).toBe(2);
    expect(tokensOf('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('of a long text are estimated to within a few percent', () => {
    const line = '<li><a href="/docs/page">A page about something</a></li>\n';
    const each = tokensOf(line.repeat(1_000)) / 1_000;
    expect(Math.abs(tokensOf(line.repeat(30_000)) / 30_000 / each - 1)).toBeLessThan(0.03);
  });
});

describe('the cost in a scorecard', () => {
  const page = `<!doctype html><style>${'a{} '.repeat(500)}</style><h1>Home</h1><p>${'Words to read. '.repeat(200)}</p>`;
  const home = { type: 'text/html', headers: { vary: 'Accept' }, body: page };
  const markdown = { type: 'text/markdown', headers: { vary: 'Accept' }, body: '# Home\n\nWords.\n' };
  const ONLY = ['content-without-js', 'accept-markdown', 'llms-txt'];

  it('is of bodies that the audit has, rounded to two digits', async () => {
    await using site = await serveSite({
      '/': ({ headers }, response) => {
        const { type, body } = headers.accept?.includes('text/markdown') === true ? markdown : home;
        response.writeHead(200, { 'content-type': type, vary: 'Accept' }).end(body);
      },
      '/llms.txt': { type: 'text/plain', body: '# Site\n\n> About it.\n' },
    });
    const { cost } = (await auditSite(site.url, { only: ONLY })).scorecard;
    expect(cost).toEqual({
      tokenizer: 'cl100k_base',
      html: { bytes: 5_100, tokens: 1_800, text_begins: 40 },
      markdown: { bytes: 15, tokens: 5 },
      llms_txt: { bytes: 20, tokens: 7 },
    });
  });

  it('is left out if the home page is not HTML, or no check reads it', async () => {
    await using api = await serveSite({ '/': json({ hello: 1 }) });
    expect((await auditSite(api.url, { only: ONLY })).scorecard.cost).toBeUndefined();
    await using site = await serveSite({ '/': home });
    expect((await auditSite(site.url, { only: ['robots'] })).scorecard.cost).toBeUndefined();
  });
});
