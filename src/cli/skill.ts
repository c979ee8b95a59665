/** The text of the skill that is installed for coding agents. */
import { readFile } from 'node:fs/promises';
import { FileError } from '../errors.ts';
import { withMarksFilled } from '../render/marks.ts';
import { DEFAULT_BASE_URL } from '../versions.ts';

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
      return withMarksFilled(await readFile(new URL(place, import.meta.url), 'utf8'), DEFAULT_BASE_URL);
    } catch (error) {
      last = error;
    }
  }
  throw new FileError('Cannot read the skill that belongs to this program', last);
}
