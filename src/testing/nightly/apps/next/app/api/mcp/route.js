import { createMcpHandler } from 'mcp-handler';
import { z } from 'zod';

const handler = createMcpHandler((server) => {
  server.registerTool(
    'next_high_water',
    { description: 'The next high water at a port.', inputSchema: z.object({ port: z.string() }) },
    ({ port }) => ({ content: [{ type: 'text', text: `${port}: 06:12` }] }),
  );
});

export { handler as GET, handler as POST };
