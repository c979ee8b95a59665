/** How to fix one check on any site: the text of its change, for the guide of the check. */
import type { CheckId } from '../definitions/index.ts';
import { readChange } from './change-text.ts';
import { BEGINS, type Change, changeOf } from './changes.ts';
import { type FixFile, type Stack, stackPath } from './stack.ts';

/** What a guide supposes of a site, so that its text names everything that may be needed. */
const FACTS: ReadonlySet<string> = new Set([
  'has-llms',
  'has-markdown',
  'has-sitemap',
  'has-openapi',
  'has-mcp',
  'has-resources',
]);

/** Two faults of the same check, which a brief tells apart. */
const FAULTS: ReadonlySet<string> = new Set(['no-h1', 'no-text']);

/**
 * Returns Markdown for a site that does not have what the check asks: what must be seen on the wire, with the checks that
 * begin to apply once this one passes, and links to the pages of stacks.
 */
export function howToFix({ changes, stacks }: FixFile, check: CheckId): string {
  const change = changeOf(check);
  const scope = new Map<string, string>([
    [check, 'absent'],
    ...(BEGINS[check] ?? []).map((id) => [id, 'new'] as const),
  ]);
  const { text } = readChange(changes[change.id], (name) => {
    const [id = '', status] = name.split(':');
    if (FAULTS.has(id)) return check === 'content-without-js';
    return FACTS.has(id) || (status === undefined ? scope.has(id) : scope.get(id) === status);
  });
  const own = stacksFor(change, stacks);
  if (own.length === 0) return text;
  const links = own.map(({ id, name }) => `[${name}](${stackPath(id)})`);
  return `${text}\n\nWhole configurations, one page each: ${links.join(', ')}.`;
}

/** Pages about MCP servers are for the changes of one, and the others for all but these and DNS. */
function stacksFor({ id }: Change, stacks: readonly Stack[]): readonly Stack[] {
  if (id === 'dns-aid') return [];
  return stacks.filter((stack) => stack.id.startsWith('mcp-') === id.startsWith('mcp-'));
}
