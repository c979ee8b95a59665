// An Express API behind express-rate-limit: ten requests a second, then 429 with Retry-After.
import express from 'express';
import { rateLimit } from 'express-rate-limit';

const app = express();
app.use(rateLimit({ windowMs: 1000, limit: 10, standardHeaders: 'draft-8', legacyHeaders: false }));
app.get('/', (_request, response) => response.json({ service: 'tides' }));
app.get('/openapi.json', (_request, response) =>
  response.json({
    openapi: '3.1.0',
    info: { title: 'Tides', version: '1.0.0' },
    paths: {
      '/tides/{port}': {
        get: {
          parameters: [{ name: 'port', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 404: { description: 'No such port' } },
        },
      },
    },
  }),
);
app.get('/tides/:port', (_request, response) => response.status(404).json({ message: 'No such port' }));
app.listen(Number(process.argv[2]), '127.0.0.1');
