/** What several guides write to one file of a site framework can be read once it is put together. */
import { describe, expect, it } from 'vitest';
import { platformAsked } from '../../view/platforms.ts';
import { type Block, blocksOf } from './blocks.ts';
import { configurationPlan, homePagePlan } from './server-plans.ts';
import { readerOf } from './syntax.ts';

const FRAMEWORKS = ['nextjs', 'nuxt', 'sveltekit', 'astro', 'docusaurus'];

describe.each(FRAMEWORKS)('%s', (id) => {
  it('has a configuration of all guides', async () => {
    const { configuration } = configurationPlan([id]);
    expect(configuration.length).toBeGreaterThan(0);
    for (const { language, place, text } of configuration) {
      const block = { language, file: place, code: text } as Block;
      expect(await readerOf(block)?.(block), place).toBeUndefined();
      const declared = text.match(/^(?:export default|(?:export )?(?:const|function) \w+)/gm) ?? [];
      expect(declared.toSorted()).toEqual([...new Set(declared)].toSorted());
    }
  });

  it('has one home page of all guides', async () => {
    const blocks = blocksOf('', `## How to fix it\n\n${homePagePlan(id)}`);
    const pages = blocks.filter(({ code }) => code.includes('<h1>'));
    expect(pages.map(({ heading }) => heading)).toEqual([platformAsked(id)?.name]);
    for (const page of pages) expect(await readerOf(page)?.(page), page.code).toBeUndefined();
  });
});
