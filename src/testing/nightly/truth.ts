/**
 * What is true of a stack, written down by hand from its answers to curl and the rules of the checks, before the
 * auditor was asked. Whatever a truth does not name does not apply to its stack: n_a.
 */

import type { Status } from '../../audit/check-texts/vocabulary.ts';
import { checks } from '../../audit/checks/index.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';

/** The statuses of the checks that are not n_a. */
export type Truth = Readonly<Record<string, Status>>;

/** A stack that answers its root with an error, and that does nothing for agents. */
export const BARE: Truth = { robots: 'absent', 'llms-txt': 'absent', 'agent-friendly-404-md': 'absent' };

/** A stack whose root answers, with 404 for what it does not have. */
export const ANSWERS: Truth = {
  ...BARE,
  'link-headers': 'absent',
  'agent-friendly-404': 'pass',
  'agent-ua-reachable': 'pass',
};

/** A stack whose root is a page with a heading and text, and nothing for agents. */
export const PAGE: Truth = {
  ...ANSWERS,
  'root-link-rel': 'absent',
  'accept-markdown': 'absent',
  'root-meta-description': 'absent',
  'content-without-js': 'pass',
  'noscript-fallback': 'absent',
};

/** An MCP endpoint that serves the 2025 revisions with one tool, and nothing else well. */
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

/** The same with 2026-07-28 beside it, as its revision asks. */
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

/** All checks with the status that the truth gives them. */
export function expected(truth: Truth): Readonly<Record<string, Status>> {
  const unknown = Object.keys(truth).filter((id) => !checks.some((check) => check.id === id));
  if (unknown.length > 0) throw new Error(`no check is named ${unknown.join(', ')}`);
  return Object.fromEntries(checks.map(({ id }) => [id, truth[id] ?? 'n_a']));
}

/** All checks with the status that the auditor gave them. */
export function found({ scorecard }: Envelope): Readonly<Record<string, Status>> {
  return Object.fromEntries(scorecard.results.map(({ id, status }) => [id, status]));
}

/** What the auditor said where it does not agree: for the message of a test that fails. */
export function disagreement(truth: Truth, { scorecard }: Envelope): string {
  const should = expected(truth);
  const lines = scorecard.results
    .filter(({ id, status }) => should[id] !== status)
    .map(({ id, status, result }) => `${id}: ${should[id]} expected, ${status} found: ${result}`);
  return [`${scorecard.results.length - lines.length}/${scorecard.results.length} agree`, ...lines].join(
    '\n',
  );
}
