/** The forms of a target beside its page that a build writes; the function makes the others when they are asked for. */
import { TARGET_FORMS, type TargetForm, unscoredMarkdown } from '../../render/formats.ts';
import type { ListedTarget } from '../../results/scored.ts';

/** By name. A target without a scorecard has only its Markdown, which says why. */
export function formatsOf(
  { target, latest, listingState }: ListedTarget,
  site: string,
): readonly (readonly [name: string, text: string])[] {
  if (latest === null) return [['md', unscoredMarkdown(target, listingState, site)]];
  return Object.entries<TargetForm>(TARGET_FORMS).map(([name, { textOf }]) => [
    name,
    textOf(latest, listingState),
  ]);
}
