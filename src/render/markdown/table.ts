/** A table of GitHub Flavored Markdown. Cells are Markdown already, in which no pipe is left (`escape.ts`). */
export function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A text of blocks, with an empty line between them, ending in a line feed. */
export function document(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}
