/** What a plan has of the real guides for the configuration of platforms. */
import { readFileSync } from 'node:fs';
import type { CheckId } from '../../definitions/index.ts';
import { FIX_CHANGES } from '../../view/fix-changes.ts';
import { configurationApart } from '../../view/fix-configuration.ts';
import { snippetsOf } from '../../view/fix-snippets.ts';
import { FIX_HEADING, sectionOf } from '../../view/guide-text.ts';
import { platformAsked } from '../../view/platforms.ts';

const ORIGIN = 'https://shop.test';
const SITE = {
  host: 'shop.test',
  origin: ORIGIN,
  api: undefined,
  mcp: undefined,
  markdown: true,
  sitemap: `${ORIGIN}/sitemap.xml`,
  openapi: `${ORIGIN}/openapi.json`,
};

const guideOf = (id: CheckId) =>
  sectionOf(readFileSync(new URL(`../../../content/checks/${id}.mdx`, import.meta.url), 'utf8'), FIX_HEADING);

/** The fixes of some checks, each check's guide for itself, and the configuration made of them. */
export function configurationPlan(names: readonly string[], chosen: (id: CheckId) => boolean = () => true) {
  const platforms = names.flatMap((name) => platformAsked(name) ?? []);
  const all = FIX_CHANGES.flatMap((change) =>
    change.checks
      .filter(chosen)
      .map((id) => ({ snippet: snippetsOf(change, [id], { guideOf, platforms, site: SITE }).text })),
  );
  return configurationApart(all);
}

/** What a plan says of a home page that fails every check, on one platform. */
export function homePagePlan(name: string): string {
  const change = FIX_CHANGES.find(({ id }) => id === 'home-page');
  const options = { guideOf, platforms: [platformAsked(name) ?? []].flat(), site: SITE };
  return change === undefined ? '' : snippetsOf(change, change.checks, options).text;
}
