/** What all tools have in common that only read what is published or stored. */

export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** What reading a scorecard can fail with. */
export const STORED_ERRORS = ['invalid_target', 'service_unavailable'] as const;
