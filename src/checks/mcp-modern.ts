/** The modern lane of MCP (revision 2026-07-28). */
import type { Check } from './check.ts';

export const mcpModernChecks: readonly Check[] = [];
