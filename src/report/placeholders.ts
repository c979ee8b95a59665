/** Fills in the placeholders of `content/`: `<base_url>`, `<cli>` and counts such as `<checks>`. */
import { withCounts } from '../audit/check-texts/counts.ts';
import { LEFT_OUT, uncountedText } from '../audit/scorecard/score.ts';
import { npxCommand } from '../base/npx.ts';

export function fillPlaceholders(text: string, origin: string): string {
  return withCounts(text)
    .replaceAll('<uncounted>', uncountedText())
    .replaceAll('<left_out>', LEFT_OUT)
    .replaceAll('<cli>', npxCommand(origin))
    .replaceAll('<base_url>', origin);
}
