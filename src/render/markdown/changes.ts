/** `/changes.md`: what changed in the catalog. */
import { changeSentences, changeTitle, KIND_WORDS, verdictChangeText } from '../../view/change-texts.ts';
import type { SiteChange } from '../../view/changes.ts';
import { instant } from '../../view/words.ts';
import { markdownLink, markdownText } from '../escape.ts';
import { document } from './table.ts';

/** @param lead what stands above the changes */
export function changesMarkdown(changes: readonly SiteChange[], lead: string, site: string): string {
  const days = [...Map.groupBy(changes, ({ at }) => at.slice(0, 10))];
  return document([
    '# What changed',
    markdownText(lead),
    `Feed: ${markdownLink('Atom', `${site}/changes.atom`)}. As data: ${markdownLink('changes.json', `${site}/changes.json`)}. Each site has its own feed at \`/score/<host>/changes.atom\`.`,
    ...days.flatMap(([day, own]) => [`## ${day}`, ...own.flatMap((change) => entry(change, site))]),
  ]);
}

function entry(change: SiteChange, site: string): string[] {
  const { target, at, kind, verdicts = [] } = change;
  const name = markdownLink(target.name, `${site}/score/${target.host}/md`);
  return [
    `### ${name}: ${markdownText(changeTitle(change))}`,
    [...changeSentences(change), `${KIND_WORDS[kind]}, ${instant(at)}.`].map(markdownText).join(' '),
    ...(verdicts.length === 0
      ? []
      : [verdicts.map((one) => `- ${markdownText(verdictChangeText(one))}`).join('\n')]),
  ];
}
