/** The snippet of an MCP SDK on another platform than Express, which guides mount it on. */
import { codeBlocksOf } from './guide-text.ts';
import type { Platform } from './platforms.ts';

/** From where the handler is there to the end of the small server around it. */
const ON_EXPRESS = /const mcp = toNodeHandler\(handler\);\n[\s\S]*?app\.listen\([^)]*\);\n/;

/**
 * The code of a snippet as these platforms mount its handler.
 *
 * @param platforms of the site
 */
export function mountedOn(code: string, platforms: readonly Platform[]): string {
  const platform = platforms.find(({ id, mcp }) => id !== 'express' && mcp?.sdk === 'mcp-ts-v2');
  const mount = codeBlocksOf(platform?.mcp?.mount ?? '')[0]?.code;
  if (mount === undefined || !ON_EXPRESS.test(code)) return code;
  const [, file] = /^\/\/ (\S+)\n/.exec(mount) ?? [];
  const own = code
    .replace(/^\/\/ \S+\n/, (first) => (file === undefined ? first : `// ${file}\n`))
    .replace("import express from 'express';\n", '')
    .replace(ON_EXPRESS, () => mount.replace(/^\/\/ \S+\n/, ''));
  return mount.includes('toNodeHandler') ? own : own.replace(/^import \{ toNodeHandler \}[^\n]*\n/m, '');
}
