/** The stateful lane of MCP (revisions of 2025). */
import type { Check } from './check.ts';

export const mcpStatefulChecks: readonly Check[] = [];
