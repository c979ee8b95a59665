/** The auditor held to software that is heavy to install, and to servers that a hurry disturbs. */
import { describe, expect, it } from 'vitest';
import { auditSite } from '../serve.ts';
import { TEST_CERT } from '../tls.ts';
import { LIMITERS } from './limiters.ts';
import { MCP } from './mcp.ts';
import { limitedConnections, limitedRequests, twoConnections } from './servers/limiters.ts';
import { mcpProxy, nestMcp, tmcp } from './servers/mcp.ts';
import { django, fastApi } from './servers/python.ts';
import { nginxStatic } from './servers/static.ts';
import { overTls } from './servers/tls.ts';
import { disagreement, expected, found } from './truth.ts';
import { type Case, WEB } from './web.ts';

/** A build, a start and an audit that a limiter slows down. */
const TIMEOUT_MS = 300_000;

/** Once more over TLS with HTTP/2: three of each kind, and the truth is the same. */
const AGAIN = new Set([
  nginxStatic,
  django,
  fastApi,
  tmcp,
  nestMcp,
  mcpProxy,
  limitedRequests,
  limitedConnections,
  twoConnections,
]);

const TLS: readonly Case[] = [...WEB, ...MCP, ...LIMITERS]
  .filter(({ start }) => AGAIN.has(start))
  .map(({ name, start, truth }) => ({ name, start: () => overTls(start), truth }));

async function agrees({ start, truth }: Case): Promise<void> {
  await using stack = await start();
  const envelope = await auditSite(stack.url, { live: { ca: [TEST_CERT] } });
  expect(found(envelope), disagreement(truth, envelope)).toEqual(expected(truth));
}

describe('web stacks', () => {
  it.each(WEB)('$name', { timeout: TIMEOUT_MS }, agrees);
});

describe('MCP servers', () => {
  it.each(MCP)('$name', { timeout: TIMEOUT_MS }, agrees);
});

describe('limiters', () => {
  it.each(LIMITERS)('$name', { timeout: TIMEOUT_MS }, agrees);
});

describe('over TLS with HTTP/2', () => {
  it.each(TLS)('$name', { timeout: TIMEOUT_MS }, agrees);
});
