/** The command that verifies a brief which a catalog publishes. */
import { npxCommand } from '../npx.ts';
import { shellWord } from '../render/escape.ts';
import type { Envelope } from '../scorecard/schema.ts';

/**
 * Returns the command that audits the site of a scorecard again, as the same type of site.
 *
 * @param origin of the catalog, without a slash at the end
 */
export function verifyCommand({ target, scorecard }: Envelope, origin: string): string {
  const siteType = scorecard.site_type === null ? '' : ` --site-type ${shellWord(scorecard.site_type)}`;
  return `${npxCommand(origin)} ${shellWord(target)}${siteType}`;
}
