/** The section of a guide that says how to fix its check. */
import { definitionOf } from '../definitions/index.ts';
import { type ChangeTexts, changeOf } from './changes.ts';
import { wireTextOf } from './explain.ts';
import { STACKS, stackPath } from './stacks.ts';

/**
 * Returns what must be seen on the wire, and links to the pages of stacks, as Markdown.
 *
 * @throws Error if the check does not exist or is in no change
 */
export function howToFix(id: string, texts: ChangeTexts): string {
  const check = definitionOf(id);
  const change = changeOf(id);
  if (check === undefined || change === undefined) throw new Error(`${id} is in no change.`);
  const text = wireTextOf(check, texts);
  if (change.id === 'dns-aid') return text;
  const stacks = STACKS.filter((stack) => (stack.id === 'mcp-sdks') === change.id.startsWith('mcp-'));
  const links = stacks.map((stack) => `[${stack.name}](${stackPath(stack.id)})`);
  const lead = links.length === 1 ? 'A whole configuration' : 'Whole configurations, one page each';
  return `${text}\n\n${lead}: ${links.join(' · ')}`;
}
