/** The forecast of a brief is true for real web servers, frameworks and MCP servers. */
import { expect, it } from 'vitest';
import { journey } from '../brief/journey.ts';
import { MCP } from './mcp.ts';
import { LIMITED, WEB } from './web.ts';

/** Time for a build, a start and two audits. */
const TIMEOUT_MS = 300_000;

it.each([...WEB, ...LIMITED, ...MCP])(
  'reaches the forecast for $name',
  { timeout: TIMEOUT_MS },
  async ({ start }) => {
    await using stack = await start();
    // Some of them take one connection at a time.
    expect((await journey(stack.url, { connections: 1 })).faults).toEqual([]);
  },
);
