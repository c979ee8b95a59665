/** Codes of JSON-RPC errors that MCP defines. */

/** Error codes that revision 2026-07-28 defines ("Error Codes"). */
export const HEADER_MISMATCH = -32020;
export const MISSING_CAPABILITY = -32021;
export const UNSUPPORTED_VERSION = -32022;
/** They are MCP's alone: nothing else may use them. */
export const MODERN_ERRORS: readonly number[] = [HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION];
