/** What the servers of journeys serve: a page, the description of an API of two operations, and an MCP server. */
export const PAGE = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Orders</title>
  </head>
  <body>
    <h1>Orders</h1>
    <p>The orders of our tea shop, for programs. Read them with the API below /api/orders, which answers with JSON, or let an
    agent find an order by its id with the MCP server at /mcp. Both are open to everybody in the shop.</p>
  </body>
</html>
`;

const DESCRIPTION = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1.0.0' },
  paths: {
    '/api/orders': {
      get: { operationId: 'listOrders', responses: { 200: { description: 'All orders' } } },
    },
    '/api/orders/{id}': {
      get: {
        operationId: 'getOrder',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'The order' }, 404: { description: 'No such order' } },
      },
    },
  },
};

export const OPENAPI = `${JSON.stringify(DESCRIPTION, null, 2)}\n`;

/** What makes the MCP server, by version 1 of its SDK. */
export const GET_SERVER = `function getServer() {
  const server = new McpServer({ name: 'orders', version: '1.0.0' });
  server.registerTool(
    'find-order',
    { title: 'Find an order', description: 'Finds an order by its id.', inputSchema: { id: z.string() } },
    async ({ id }) => {
      const order = orders.find((one) => one.id === id);
      return { content: [{ type: 'text', text: JSON.stringify(order ?? null) }] };
    },
  );
  return server;
}
`;

export const NO_RESOURCES = {
  'mcp-modern-resources-miss': 'n_a: it has no resources, which is seen once it speaks the revision',
};
