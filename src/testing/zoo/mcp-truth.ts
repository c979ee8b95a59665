/** The truth about an MCP server of the zoo, written by hand before it is audited. */

import type { Status } from '../../audit/check-texts/vocabulary.ts';
import { checks } from '../../audit/checks/index.ts';
import type { Routes } from '../serve.ts';

export interface Made {
  readonly routes: Routes;
  /** Ends other processes that it started. */
  readonly stop?: () => Promise<void>;
}

export interface ZooServer {
  readonly name: string;
  /** The path of its endpoint; `null` without an endpoint of a current revision. */
  readonly endpoint: string | null;
  readonly make: () => Made;
  readonly truth: Truth;
}

export type Truth = Readonly<Partial<Record<Status, readonly string[]>>>;

export const ZOO_CHECKS: readonly string[] = [
  ...checks.filter(({ category }) => category === 'mcp').map(({ id }) => id),
  'oauth-protected-resource',
];

export const HANDSHAKE = [
  'mcp-initialize',
  'mcp-capabilities',
  'mcp-tools-list',
  'mcp-resources-list',
  'mcp-unknown-method',
] as const;
export const MODERN = [
  'mcp-server-discover',
  'mcp-modern-tools-list',
  'mcp-modern-unknown-method',
  'mcp-modern-clientcaps',
  'mcp-modern-header-mismatch',
  'mcp-modern-version-reject',
  'mcp-modern-resources-miss',
  'mcp-batch-reject',
] as const;
export const CORS = ['mcp-cors-preflight', 'mcp-cors-actual'] as const;
/** All checks that call an endpoint. */
export const CALLS = [
  ...HANDSHAKE,
  'mcp-unknown-tool',
  ...MODERN,
  'mcp-malformed-body',
  'mcp-get-fast-fail',
  'mcp-accept-unsatisfiable',
  'mcp-accept-json',
  ...CORS,
] as const;
/** Optional features (MAY) that a server without documents leaves out, and checks that only apply if a token is required. */
export const LEFT_OUT = [
  'mcp-card-legacy-aliases',
  'mcp-usage-doc',
  'webmcp',
  'oauth-protected-resource',
] as const;

export function except(ids: readonly string[], ...without: readonly string[]): readonly string[] {
  const wrong = without.filter((id) => !ids.includes(id));
  if (wrong.length > 0) throw new Error(`not in this group: ${wrong.join(', ')}`);
  return ids.filter((id) => !without.includes(id));
}

/**
 * Converts a truth to a table by check.
 *
 * @throws Error if a check appears twice or not at all
 */
export function tableOf(truth: Truth): Readonly<Record<string, string>> {
  const rows = Object.entries(truth).flatMap(([status, ids]) => ids.map((id) => [id, status] as const));
  const table = Object.fromEntries(rows);
  const missing = ZOO_CHECKS.filter((id) => table[id] === undefined);
  if (missing.length > 0 || rows.length !== ZOO_CHECKS.length)
    throw new Error(`named twice, or not at all: ${missing.join(', ')}`);
  return table;
}
