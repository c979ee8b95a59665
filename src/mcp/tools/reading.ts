/** What all tools have in common that only read what is published or stored. */

/** Further hints say nothing of what only reads (MCP, "ToolAnnotations"). */
export const READS = { readOnlyHint: true, openWorldHint: false } as const;
