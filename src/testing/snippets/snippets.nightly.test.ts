/** Every block of the guides can be read by what it is for, is read in the zoo, or is on a list with the reason. */
import { describe, expect, it } from 'vitest';
import { type Block, blocksOf, blocksOfGuides, titleOf } from './blocks.ts';
import { readerOf } from './syntax.ts';
import { isReadInZoo, whyUnread } from './unread.ts';

const BLOCKS = blocksOfGuides();

/** What is wrong with a block, as its reader says or throws. */
async function faultOf(block: Block): Promise<string | undefined> {
  try {
    return await readerOf(block)?.(block);
  } catch (fault) {
    return String(fault);
  }
}

const fenced = (first: string, code: string) =>
  blocksOf('robots', `## How to fix it\n\n### Vercel\n\n\`\`\`${first}\n${code}\n\`\`\`\n`)[0] as Block;

describe('the blocks of the guides', () => {
  it.each(BLOCKS.map((block) => [titleOf(block), block] as const))('%s', async (_, block) => {
    expect(await faultOf(block)).toBeUndefined();
  });

  it('are all read here, read in the zoo, or listed', () => {
    const left = BLOCKS.filter(
      (block) => readerOf(block) === undefined && !isReadInZoo(block) && whyUnread(block) === undefined,
    );
    expect(left.map(titleOf)).toEqual([]);
  });

  it('of a host name the file that they belong in', () => {
    const hosts = BLOCKS.filter(
      ({ platform, language }) => platform?.group === 'Hosting' && language !== 'sh',
    );
    expect(hosts.filter((block) => block.file === '' && whyUnread(block) === undefined).map(titleOf)).toEqual(
      [],
    );
  });
});

describe('what reads them', () => {
  it.each<[what: string, first: string, code: string]>([
    ['a script', 'ts', 'const = 1;'],
    ['JSON', 'json', '{,}'],
    ['a key that Vercel does not know', 'json title="vercel.json"', '{ "header": [] }'],
    [
      'a rule of Vercel without a source',
      'json title="vercel.json"',
      '{ "redirects": [{ "destination": "/a" }] }',
    ],
    ['a value that Cloudflare does not know', 'jsonc', '// wrangler.jsonc\n{ "name": "a", "assets": 1 }'],
    ['TOML', 'toml', '# netlify.toml\n[[headers]\n'],
    ['a rule of Netlify without values', 'toml', '# netlify.toml\n[[headers]]\nfor = "/"'],
    ['_headers without a path', 'text', '# public/_headers\n  Link: </a>'],
    ['_redirects without a target', 'text', '# public/_redirects\n/a'],
    ['a shell command', 'sh', 'curl "https://example.com'],
    ['HTML', 'html', '<p><b>text</p>'],
    ['XML', 'xml', '<a><b></a>'],
    ['YAML', 'yaml', 'a: [1'],
    ['an Astro component', 'astro', '---\nconst = 1;\n---\n<p>text</p>'],
  ])('finds a fault in %s', async (_, first, code) => {
    expect(await faultOf(fenced(first, code))).toBeTruthy();
  });
});
