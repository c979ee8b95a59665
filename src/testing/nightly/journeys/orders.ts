/** What the servers of journeys serve: a page, and the description of an API of two operations. */
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
