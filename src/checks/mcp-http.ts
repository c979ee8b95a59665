/** The MCP endpoint as HTTP, and the documents around it. */
import type { Check } from './check.ts';

export const mcpHttpChecks: readonly Check[] = [];
