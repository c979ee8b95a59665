/**
 * Texts of `content/` have marks where they name what is not theirs to know: `<base_url>` is the address of the deployment
 * that publishes them, `<cli>` the command that runs its command line, and `<checks>` and the like are numbers of the
 * catalogue; `<uncounted>` and `<left_out>` are what the scores make of what could not be seen. They are filled in wherever a text is read: when a page is built, when a Markdown form or a skill is made.
 */
import { withCounts } from '../audit/check-texts/counts.ts';
import { LEFT_OUT, uncountedText } from '../audit/scorecard/score.ts';
import { npxCommand } from '../base/npx.ts';

/** `text` with all marks filled in, for the deployment at `origin`, which has no slash at the end. */
export function fillPlaceholders(text: string, origin: string): string {
  return withCounts(text)
    .replaceAll('<uncounted>', uncountedText())
    .replaceAll('<left_out>', LEFT_OUT)
    .replaceAll('<cli>', npxCommand(origin))
    .replaceAll('<base_url>', origin);
}
