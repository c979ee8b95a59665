/** What all llms.txt files are written with. Pure. */
import { markdownProse, markdownText } from '../render/escape.ts';
import { withAbsoluteLinks } from '../render/markdown/for-agents.ts';

/** An entry of an index: `- [name](address): what it is`. */
export function linker(origin: string): (path: string, name: string, what: string) => string {
  return (path, name, what) => `- [${markdownText(name)}](${origin}${path}): ${markdownProse(what)}`;
}

/** An entry without a link: an agent that follows one to 500 kB of JSON has read nothing. */
export function dataLine(origin: string): (path: string, name: string, what: string) => string {
  return (path, name, what) => `- ${name}: \`${origin}${path}\`, ${what}`;
}

/** Documents one after the other, told apart by rules. */
export function documents(texts: readonly string[], origin: string): string {
  return texts
    .map((text) => withAbsoluteLinks(text.trim(), origin))
    .join('\n\n---\n\n')
    .concat('\n');
}
