/** YAML front matter, which tells a reader of a Markdown file what it is before its text does. */

/** Puts `fields` before a Markdown text. Values are written as JSON strings, which are YAML too (YAML 1.2, section 1.3). */
export function withFrontMatter(fields: Readonly<Record<string, string>>, markdown: string): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---', '', markdown].join('\n');
}
