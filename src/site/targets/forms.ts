/** All forms of a target beside its page. */

import { ATOM_TYPE, atomFeed } from '../../render/feeds/atom.ts';
import { feedOf } from '../../render/feeds/feed.ts';
import { JSON_FEED_TYPE, jsonFeed } from '../../render/feeds/json-feed.ts';
import { TARGET_FORMS, type TargetForm, unscoredMarkdown } from '../../render/formats.ts';
import type { ListedTarget } from '../../results/scored.ts';
import { changesOf } from '../../view/changes.ts';

type Form = readonly [name: string, form: { readonly type: string; readonly text: string }];

/** By name. A target without a scorecard has only its Markdown, which says why, and its feeds; the function answers the others. */
export function formatsOf(listed: ListedTarget, site: string): readonly Form[] {
  const { target, latest, listingState } = listed;
  const feed = feedOf(changesOf(target, listed, listingState), site, target);
  const feeds: readonly Form[] = [
    ['changes.atom', { type: ATOM_TYPE, text: atomFeed(feed) }],
    ['changes.feed.json', { type: JSON_FEED_TYPE, text: jsonFeed(feed) }],
  ];
  if (latest === null)
    return [
      ['md', { type: TARGET_FORMS.md.type, text: unscoredMarkdown(target, listingState, site) }],
      ...feeds,
    ];
  const forms = Object.entries<TargetForm>(TARGET_FORMS).map(
    ([name, { type, textOf }]): Form => [name, { type, text: textOf(latest, listingState) }],
  );
  return [...forms, ...feeds];
}
