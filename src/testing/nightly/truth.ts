/**
 * The truth about a stack, written by hand from its responses to curl and the rules of the checks, before the first audit.
 * Checks without an entry do not apply: n_a.
 */

import type { Status } from '../../audit/check-texts/vocabulary.ts';
import { checks } from '../../audit/checks/index.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';

/** The statuses of the checks that are not n_a. */
export type Truth = Readonly<Record<string, Status>>;

/** A stack whose root is an error, without anything for agents. */
export const BARE: Truth = { robots: 'absent', 'llms-txt': 'absent', 'agent-friendly-404-md': 'absent' };

/** A stack whose root responds, with 404 for missing paths. */
export const ANSWERS: Truth = {
  ...BARE,
  'link-headers': 'absent',
  'agent-friendly-404': 'pass',
  'agent-ua-reachable': 'pass',
};

/** A stack whose root is a page with a heading and text, without anything for agents. */
export const PAGE: Truth = {
  ...ANSWERS,
  'root-link-rel': 'absent',
  'accept-markdown': 'absent',
  'root-meta-description': 'absent',
  'content-without-js': 'pass',
  'noscript-fallback': 'absent',
};

/** An MCP endpoint that serves the 2025 revisions with one tool, and does nothing else right. */
export const LANE_2025: Truth = {
  'mcp-initialize': 'pass',
  'mcp-capabilities': 'pass',
  'mcp-tools-list': 'pass',
  'mcp-unknown-method': 'pass',
  'mcp-malformed-body': 'pass',
  'mcp-get-fast-fail': 'pass',
  'mcp-unknown-tool': 'noncompliant',
  'mcp-accept-unsatisfiable': 'absent',
  'mcp-accept-json': 'pass',
  'mcp-server-discover': 'absent',
  'mcp-batch-reject': 'absent',
  'mcp-modern-tools-list': 'absent',
  'mcp-modern-unknown-method': 'absent',
  'mcp-modern-clientcaps': 'absent',
  'mcp-modern-header-mismatch': 'absent',
  'mcp-modern-version-reject': 'absent',
  // These servers have no resources.
  'mcp-modern-resources-miss': 'n_a',
  'mcp-cors-preflight': 'absent',
  'mcp-cors-actual': 'absent',
  'well-known-mcp-card': 'absent',
};

/** The same plus 2026-07-28, correct for its revision. */
export const BOTH_LANES: Truth = {
  ...LANE_2025,
  'mcp-server-discover': 'pass',
  'mcp-batch-reject': 'pass',
  'mcp-modern-tools-list': 'pass',
  'mcp-modern-unknown-method': 'pass',
  'mcp-modern-clientcaps': 'pass',
  'mcp-modern-header-mismatch': 'pass',
  'mcp-modern-version-reject': 'pass',
};

export function expected(truth: Truth): Readonly<Record<string, Status>> {
  const unknown = Object.keys(truth).filter((id) => !checks.some((check) => check.id === id));
  if (unknown.length > 0) throw new Error(`no check is named ${unknown.join(', ')}`);
  return Object.fromEntries(checks.map(({ id }) => [id, truth[id] ?? 'n_a']));
}

export function found({ scorecard }: Envelope): Readonly<Record<string, Status>> {
  return Object.fromEntries(scorecard.results.map(({ id, status }) => [id, status]));
}

/** Returns the evidence for differences, for the message of a failed test. */
export function disagreement(truth: Truth, { scorecard }: Envelope): string {
  const should = expected(truth);
  const lines = scorecard.results
    .filter(({ id, status }) => should[id] !== status)
    .map(({ id, status, result }) => `${id}: ${should[id]} expected, ${status} found: ${result}`);
  return [`${scorecard.results.length - lines.length}/${scorecard.results.length} agree`, ...lines].join(
    '\n',
  );
}
