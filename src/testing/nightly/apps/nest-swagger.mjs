// A NestJS service with its Swagger module: the description at the address that the module gives it.
import 'reflect-metadata';
import { Controller, Get, Module, NotFoundException, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiNotFoundResponse, ApiParam, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { decorate } from './decorate.mjs';

class Tides {
  root() {
    return 'Hello World!';
  }
  one(port) {
    if (port !== 'vlissingen') throw new NotFoundException('No such port');
    return { port, highWater: '06:12' };
  }
}
decorate(Tides, [Controller()], {
  root: { decorators: [Get()] },
  one: {
    decorators: [Get('tides/:port'), ApiParam({ name: 'port', type: String }), ApiNotFoundResponse()],
    parameters: [Param('port')],
  },
});

class Application {}
decorate(Application, [Module({ controllers: [Tides] })]);

const app = await NestFactory.create(Application, { logger: false });
const described = SwaggerModule.createDocument(
  app,
  new DocumentBuilder().setTitle('Tides').setVersion('1.0.0').build(),
);
SwaggerModule.setup('docs', app, described, { jsonDocumentUrl: 'openapi.json' });
await app.listen(Number(process.argv[2]), '127.0.0.1');
