import { BODIES } from './bodies.ts';
import { CONNECTIONS, PLAIN_SITE } from './connections.ts';
import { EVERYWHERE } from './everywhere.ts';
import { HTTP2_FLOODS } from './http2-floods.ts';
import { MCP_SITES } from './mcp.ts';
import { PAGES } from './pages.ts';
import { REDIRECTS } from './redirects.ts';
import type { AttackSite } from './site.ts';
import { TEXT_SITES } from './texts.ts';
import { WIRE } from './wire.ts';

export const ATTACK_SITES: readonly AttackSite[] = [
  PLAIN_SITE,

  ...HTTP2_FLOODS,
  ...CONNECTIONS,
  ...WIRE,
  ...BODIES,
  ...EVERYWHERE,
  ...REDIRECTS,
  ...PAGES,
  ...MCP_SITES,
  ...TEXT_SITES,
];
