import type { APIRoute } from 'astro';
import { jsonResponse, originOf } from '../respond.ts';
import { registryEntry } from '../well-known.ts';

/** The entry that `mcp-publisher publish` sends to the MCP registry. */
export const GET: APIRoute = ({ site }) => jsonResponse(registryEntry(originOf(site)));
