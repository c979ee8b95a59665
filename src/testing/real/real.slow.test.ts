/**
 * The auditor held to real software. What is true of each server was written down by hand, from its documentation, its
 * source and curl, before the auditor was asked; everything that is not named here does not apply to it.
 */
import { describe, expect, it } from 'vitest';
import type { Status } from '../../catalogue/vocabulary.ts';
import { auditSite } from '../serve.ts';
import type { RealServer } from './process.ts';
import {
  everything,
  fastifyApi,
  honoApi,
  openIdProvider,
  sdkV2,
  singlePageApp,
  vitepress,
} from './servers.ts';

type Truth = Readonly<Record<string, Status>>;

/** A server that answers nothing at its root but an error: no file for agents, no home page to judge. */
const BARE: Truth = { robots: 'absent', 'llms-txt': 'absent', 'agent-friendly-404-md': 'absent' };

/** A server whose root answers, and that does nothing for agents. */
const PLAIN: Truth = {
  ...BARE,
  'link-headers': 'absent',
  'agent-friendly-404': 'pass',
  'agent-ua-reachable': 'pass',
};

const STATEFUL: Truth = {
  'mcp-initialize': 'pass',
  'mcp-capabilities': 'pass',
  'mcp-tools-list': 'pass',
  'mcp-resources-list': 'pass',
  'mcp-unknown-method': 'pass',
  'mcp-malformed-body': 'pass',
  'mcp-get-fast-fail': 'pass',
  'mcp-accept-unsatisfiable': 'pass',
  'well-known-mcp-card': 'absent',
};

const CASES: readonly { name: string; start: () => Promise<RealServer>; truth: Truth }[] = [
  {
    name: 'the MCP reference server',
    start: everything,
    truth: {
      ...BARE,
      ...STATEFUL,
      // The v1 SDK wraps the -32602 in a tool result with isError; the specification wants a protocol error.
      'mcp-unknown-tool': 'noncompliant',
      // It insists on a client that takes SSE too: 406, which the 2025 revisions allow, so mcp-accept-json is n_a.
      // The cors package: any origin, GET,POST,DELETE, and the requested headers back.
      'mcp-cors-preflight': 'pass',
      'mcp-cors-actual': 'pass',
      'mcp-server-discover': 'absent',
      'mcp-batch-reject': 'absent',
      'mcp-modern-tools-list': 'absent',
      'mcp-modern-unknown-method': 'absent',
      'mcp-modern-clientcaps': 'absent',
      'mcp-modern-header-mismatch': 'absent',
      'mcp-modern-version-reject': 'absent',
      'mcp-modern-resources-miss': 'absent',
    },
  },
  {
    name: 'a server on the v2 MCP SDK',
    start: sdkV2,
    truth: {
      ...BARE,
      ...STATEFUL,
      'mcp-unknown-tool': 'pass',
      // The modern lane heeds no Accept and answers in JSON.
      'mcp-accept-json': 'pass',
      'mcp-cors-preflight': 'absent',
      'mcp-cors-actual': 'absent',
      'mcp-server-discover': 'pass',
      'mcp-batch-reject': 'pass',
      'mcp-modern-tools-list': 'pass',
      'mcp-modern-unknown-method': 'pass',
      'mcp-modern-clientcaps': 'pass',
      'mcp-modern-header-mismatch': 'pass',
      'mcp-modern-version-reject': 'pass',
      'mcp-modern-resources-miss': 'pass',
    },
  },
  {
    name: 'a VitePress site with its llms.txt plugin',
    start: vitepress,
    truth: {
      ...PLAIN,
      sitemap: 'pass',
      // Its only <link> for machines is rel="describedby" to llms.txt, which the check does not count.
      'root-link-rel': 'absent',
      'llms-txt': 'pass',
      'llms-txt-format': 'pass',
      'llms-txt-when-to-use': 'absent',
      'llms-txt-links': 'pass',
      'llms-full-txt': 'pass',
      'accept-markdown': 'absent',
      'root-meta-description': 'pass',
      'content-without-js': 'pass',
      'semantic-html': 'pass',
      'noscript-fallback': 'absent',
    },
  },
  {
    name: 'a single-page app with history fallback',
    start: singlePageApp,
    truth: {
      robots: 'absent',
      'llms-txt': 'absent',
      'link-headers': 'absent',
      'root-link-rel': 'absent',
      // Every path without an extension gives the app with 200.
      'agent-friendly-404': 'broken',
      'agent-ua-reachable': 'pass',
      'accept-markdown': 'absent',
      'root-meta-description': 'absent',
      'content-without-js': 'absent',
      'noscript-fallback': 'absent',
    },
  },
  {
    name: 'a Hono API',
    start: honoApi,
    truth: { ...PLAIN, openapi: 'pass', 'json-errors': 'pass', 'rate-limit-headers': 'pass' },
  },
  {
    name: 'a Fastify API',
    start: fastifyApi,
    truth: { ...BARE, openapi: 'pass', 'json-errors': 'pass', 'rate-limit-headers': 'pass' },
  },
  { name: 'oidc-provider', start: openIdProvider, truth: { ...BARE, 'oauth-discovery': 'pass' } },
];

describe('real software', () => {
  it.each(CASES)('$name', { timeout: 60_000 }, async ({ start, truth }) => {
    await using server = await start();
    const { scorecard } = await auditSite(server.url);
    const verdicts = scorecard.results
      .filter(({ status }) => status !== 'n_a')
      .map(({ id, status }) => [id, status]);
    expect(Object.fromEntries(verdicts), evidenceOf(scorecard.results)).toEqual(truth);
  });
});

function evidenceOf(results: readonly { id: string; result: string }[]): string {
  return results.map(({ id, result }) => `${id}: ${result}`).join('\n');
}
