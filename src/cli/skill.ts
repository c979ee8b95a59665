/** The text of the skill that is installed for coding agents. */
import { readFile } from 'node:fs/promises';
import { fileError } from './errors.ts';

/** In the bundle it stands beside the program (scripts/build-cli.ts), in the checkout among the content. */
const PLACES = ['./skill/SKILL.md', '../../content/skill/SKILL.md'];

/** @throws CliError when the package is incomplete */
export async function skillText(): Promise<string> {
  let last: unknown;
  for (const place of PLACES) {
    try {
      return await readFile(new URL(place, import.meta.url), 'utf8');
    } catch (error) {
      last = error;
    }
  }
  throw fileError('Cannot read the skill that belongs to this program', last);
}
