// @rekog/mcp-nest: a controller whose methods are tools, beside a Nest application.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Payload } from '@nestjs/microservices';
import { McpController, McpStrategy, StreamableHttpTransport, Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { decorate } from '../decorate.mjs';

class Tides {
  nextHighWater({ port }) {
    return { content: [{ type: 'text', text: `${port}: 06:12` }] };
  }
}
decorate(Tides, [McpController()], {
  nextHighWater: {
    decorators: [
      Tool({
        name: 'next_high_water',
        description: 'The next high water at a port.',
        parameters: z.object({ port: z.string() }),
      }),
    ],
    parameters: [Payload()],
  },
});

const strategy = new McpStrategy({
  name: 'tides',
  version: '1.0.0',
  transports: [new StreamableHttpTransport()],
});

class Application {}
decorate(Application, [Module({ controllers: [Tides] })]);

const app = await NestFactory.create(Application, { logger: false });
strategy.setHttpAdapter?.(app.getHttpAdapter());
app.connectMicroservice({ strategy });
await app.startAllMicroservices();
await app.listen(Number(process.argv[2]), '127.0.0.1');
