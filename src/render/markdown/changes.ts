/** `/changes.md`: what changed in the catalog. */
import { changeSentences, changeTitle, verdictText } from '../../view/change-texts.ts';
import type { SiteChange } from '../../view/changes.ts';
import { instant } from '../../view/words.ts';
import { markdownLink, markdownText } from '../escape.ts';

/** @param lead what stands above the changes */
export function changesMarkdown(changes: readonly SiteChange[], lead: string, site: string): string {
  const days = [...Map.groupBy(changes, ({ at }) => at.slice(0, 10))];
  const blocks = [
    '# What changed',
    markdownText(lead),
    `Feeds: ${markdownLink('Atom', `${site}/changes.atom`)}, ${markdownLink('JSON Feed', `${site}/changes.feed.json`)}. As data: ${markdownLink('changes.json', `${site}/changes.json`)}. Each site has feeds of its own at \`/score/<host>/changes.atom\` and \`/score/<host>/changes.feed.json\`.`,
    ...days.flatMap(([day, own]) => [`## ${day}`, own.map((change) => item(change, site)).join('\n')]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function item(change: SiteChange, site: string): string {
  const { target, at } = change;
  const name = markdownLink(target.name, `${site}/score/${target.host}/md`);
  const text = [...changeSentences(change), `Found ${instant(at)}.`].map(markdownText).join(' ');
  return [
    `- ${name}: ${markdownText(changeTitle(change))}. ${text}`,
    ...(change.verdicts ?? []).map((one) => `  - ${markdownText(verdictText(one))}`),
  ].join('\n');
}
