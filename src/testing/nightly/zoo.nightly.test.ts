/** Audits software that takes long to install. */
import { describe, expect, it } from 'vitest';
import { LIMITS, SERVICE_AUDIT_MS } from '../../base/limits.ts';
import { auditSite } from '../serve.ts';
import { MCP } from './mcp.ts';
import { disagreement, expected, found } from './truth.ts';
import { type Case, LIMITED, WEB } from './web.ts';

/** Time for a build, a start and an audit. */
const TIMEOUT_MS = 300_000;

async function agrees({ start, truth }: Case, auditMs = LIMITS.auditMs): Promise<void> {
  await using stack = await start();
  const envelope = await auditSite(stack.url, { limits: { auditMs } });
  expect(found(envelope), disagreement(truth, envelope)).toEqual(expected(truth));
}

describe('web stacks', () => {
  it.each(WEB)('$name', { timeout: TIMEOUT_MS }, (stack) => agrees(stack));
});

describe('servers that accept little at a time', () => {
  it.each(LIMITED)('$name, within the deadline of the service', { timeout: TIMEOUT_MS }, (limited) =>
    agrees(limited, SERVICE_AUDIT_MS),
  );
});

describe('MCP servers', () => {
  it.each(MCP)('$name', { timeout: TIMEOUT_MS }, (server) => agrees(server));
});
