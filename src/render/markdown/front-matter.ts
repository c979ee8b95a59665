/** What a Markdown text says of itself, before it begins. */
import type { About } from '../../view/about.ts';
import { jsonText } from '../escape.ts';

/** A Markdown text with YAML front matter. The values are JSON strings, which YAML has too (YAML 1.2, section 1.3). */
export function withFrontMatter({ title, description }: About, markdown: string): string {
  return `---\ntitle: ${jsonText(title)}\ndescription: ${jsonText(description)}\n---\n\n${markdown}`;
}
