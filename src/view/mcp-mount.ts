/** The snippet of an MCP SDK on another platform than Express, which guides mount it on. */
import { codeBlocksOf } from './guide-text.ts';
import type { Platform } from './platforms.ts';

/** Where the small server of Express around the handler begins, and its last line. */
const [BEGINS, ENDS] = ['const mcp = toNodeHandler(handler);\n', '\napp.listen('];
const IMPORT = 'import { toNodeHandler } ';

/**
 * The code of a snippet as these platforms mount its handler.
 *
 * @param platforms of the site
 */
export function mountedOn(code: string, platforms: readonly Platform[]): string {
  const platform = platforms.find(({ id, mcp }) => id !== 'express' && mcp?.sdk === 'mcp-ts-v2');
  const mount = codeBlocksOf(platform?.mcp?.mount ?? '')[0]?.code;
  const from = code.indexOf(BEGINS);
  const last = code.indexOf(ENDS, from);
  if (mount === undefined || from < 0 || last < 0) return code;
  const rest = code
    .slice(last + 1)
    .split('\n')
    .slice(1)
    .join('\n');
  const [, file] = /^\/\/ (\S+)\n/.exec(mount) ?? [];
  const own = `${code.slice(0, from)}${mount.replace(/^\/\/ \S+\n/, '')}${rest}`
    .replace(/^\/\/ \S+\n/, (first) => (file === undefined ? first : `// ${file}\n`))
    .replace("import express from 'express';\n", '');
  return mount.includes('toNodeHandler') ? own : withoutLine(own, IMPORT);
}

function withoutLine(text: string, beginning: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith(beginning))
    .join('\n');
}
