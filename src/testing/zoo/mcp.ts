/** The MCP zoo: servers of many makes, each with what is true of it. */
import { SDK_SERVERS } from './mcp-sdk-servers.ts';
import type { ZooServer } from './mcp-truth.ts';
import { WRITTEN_SERVERS } from './mcp-written-servers.ts';

export const MCP_ZOO: readonly ZooServer[] = [...SDK_SERVERS, ...WRITTEN_SERVERS];
