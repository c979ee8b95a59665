/** MCP servers on other SDKs and behind gateways, with the truth about each. */
import { everything, mcpProxy, supergateway, tmcp } from './servers/mcp.ts';
import { BARE, BOTH_LANES, LANE_2025, type Truth } from './truth.ts';
import type { Case } from './web.ts';

/** Access-Control-Allow-* on both kinds of request. */
const OPEN_TO_PAGES: Truth = { 'mcp-cors-preflight': 'pass', 'mcp-cors-actual': 'pass' };

/** The 2025 revisions with sessions, resources and server-sent events, open to pages of any origin. */
const SESSIONS: Truth = {
  ...BARE,
  ...LANE_2025,
  ...OPEN_TO_PAGES,
  'mcp-resources-list': 'pass',
  'mcp-modern-resources-miss': 'absent',
  'mcp-accept-unsatisfiable': 'pass',
  'mcp-accept-json': 'n_a',
};

/** A gateway that adds the modern lane to a server that does not know server/discover. */
const GATEWAY: Truth = {
  ...BARE,
  ...BOTH_LANES,
  'mcp-resources-list': 'pass',
  'mcp-modern-resources-miss': 'pass',
  // -32601: the method is missing, while tools/list works with headers alone.
  'mcp-server-discover': 'absent',
  // tools/list succeeds for 1900-01-01 and for 2099-01-01, on a server that may not know the header. Without server/discover
  // and without a result type nothing shows the revision, so errors count as absent.
  'mcp-modern-version-reject': 'absent',
  'mcp-accept-unsatisfiable': 'pass',
  // 406 on both lanes: both revisions require clients to accept both types.
  'mcp-accept-json': 'n_a',
};

export const MCP: readonly Case[] = [
  {
    name: 'the reference server',
    start: everything,
    // It requires clients to accept SSE too: 406, which the 2025 revisions allow.
    truth: SESSIONS,
  },
  {
    name: 'tmcp',
    start: tmcp,
    truth: {
      ...BARE,
      ...BOTH_LANES,
      'mcp-resources-list': 'pass',
      'mcp-modern-resources-miss': 'pass',
      // The stream that the 2025 revisions define.
      'mcp-get-fast-fail': 'n_a',
      // Server-sent events on both lanes, whatever Accept says; an unknown tool is a result with isError on both.
      'mcp-accept-json': 'broken',
    },
  },
  {
    name: 'a stdio server behind mcp-proxy',
    start: mcpProxy,
    truth: {
      ...BARE,
      ...BOTH_LANES,
      ...OPEN_TO_PAGES,
      'mcp-resources-list': 'pass',
      'mcp-modern-resources-miss': 'pass',
      // 406 on the lane of 2025, JSON on the modern one.
      'mcp-accept-unsatisfiable': 'pass',
    },
  },
  { name: 'a stdio server behind supergateway', start: supergateway, truth: GATEWAY },
];
