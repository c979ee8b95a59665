/** The auditor held to software that is heavy to install. */
import { describe, expect, it } from 'vitest';
import { auditSite } from '../serve.ts';
import { MCP } from './mcp.ts';
import { disagreement, expected, found } from './truth.ts';
import { type Case, WEB } from './web.ts';

/** A build, a start and an audit. */
const TIMEOUT_MS = 300_000;

async function agrees({ start, truth }: Case): Promise<void> {
  await using stack = await start();
  const envelope = await auditSite(stack.url);
  expect(found(envelope), disagreement(truth, envelope)).toEqual(expected(truth));
}

describe('web stacks', () => {
  it.each(WEB)('$name', { timeout: TIMEOUT_MS }, agrees);
});

describe('MCP servers', () => {
  it.each(MCP)('$name', { timeout: TIMEOUT_MS }, agrees);
});
