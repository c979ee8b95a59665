/** All forms of a target beside its page. */
import type { ListedTarget } from '../../catalog/scored.ts';
import { TARGET_FORMS, type TargetForm, unseenMarkdown } from '../../render/forms.ts';

/** By name. A target without a scorecard has its Markdown only, which says why; the function answers the others. */
export function formsOf(
  { target, latest, standing }: ListedTarget,
  site: string,
): readonly (readonly [name: string, form: { readonly type: string; readonly text: string }])[] {
  if (latest === null)
    return [['md', { type: TARGET_FORMS.md.type, text: unseenMarkdown(target, standing, site) }]];
  return Object.entries<TargetForm>(TARGET_FORMS).map(([name, { type, textOf }]) => [
    name,
    { type, text: textOf(latest, standing) },
  ]);
}
