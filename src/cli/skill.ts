/** The text of the skill that is installed for coding agents. */
import { readFile } from 'node:fs/promises';
import { FileError } from '../errors.ts';
import { INSTALLED_NAME } from '../package.ts';
import { fillPlaceholders } from '../render/placeholders.ts';
import { DEFAULT_BASE_URL, leadsNowhere } from '../versions.ts';

/** The name in the file, and that of the folder into which it is installed (https://agentskills.io). */
export const SKILL_NAME = 'agent-readiness';

/** In the bundle it stands beside the program (src/site/command-line/bundle.ts), in the checkout among the content. */
const PLACES = ['./skill/SKILL.md', '../../content/skill/SKILL.md'];

/**
 * The skill, with the command that runs this program from anywhere.
 *
 * @throws FileError when the package is incomplete
 */
export async function skillText(): Promise<string> {
  let last: unknown;
  for (const place of PLACES) {
    try {
      return filled(await readFile(new URL(place, import.meta.url), 'utf8'));
    } catch (error) {
      last = error;
    }
  }
  throw new FileError('Cannot read the skill that belongs to this program', last);
}

/** Where the program was built for no address, what was installed is the only command that there can be. */
function filled(text: string): string {
  const named = text.replaceAll('<cli_bin>', INSTALLED_NAME);
  const whole = leadsNowhere(DEFAULT_BASE_URL) ? named.replaceAll('<cli>', INSTALLED_NAME) : named;
  return fillPlaceholders(whole, DEFAULT_BASE_URL);
}
