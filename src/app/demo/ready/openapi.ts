/** The OpenAPI description and the JSON Schemas of the demo site Tidewatch. */

const SCHEMAS: Readonly<Record<string, object>> = {
  station: {
    title: 'Station',
    type: 'object',
    required: ['id', 'name', 'latitude', 'longitude', 'mean_level_m'],
    properties: {
      id: { type: 'string' },
      name: { type: 'string' },
      latitude: { type: 'number', minimum: -90, maximum: 90 },
      longitude: { type: 'number', minimum: -180, maximum: 180 },
      mean_level_m: { type: 'number', description: 'Metres above chart datum' },
    },
  },
  'tide-table': {
    title: 'Tide table',
    type: 'object',
    required: ['station', 'date', 'tides'],
    properties: {
      station: { type: 'string' },
      date: { type: 'string', format: 'date' },
      tides: {
        type: 'array',
        items: {
          type: 'object',
          required: ['time', 'kind', 'height'],
          properties: {
            time: { type: 'string', format: 'date-time' },
            kind: { enum: ['high', 'low'] },
            height: { type: 'number', description: 'Metres above chart datum' },
          },
        },
      },
    },
  },
};

/** Returns a schema as published under `/schemas/`. */
export function schemaDocument(origin: string, name: string): object | undefined {
  const schema = SCHEMAS[name];
  return schema === undefined
    ? undefined
    : { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: schemaUrl(origin, name), ...schema };
}

function schemaUrl(origin: string, name: string): string {
  return `${origin}/schemas/${name}.json`;
}

export function openApiDocument(origin: string): object {
  const answer = (description: string, schema: object) => ({
    description,
    headers: Object.fromEntries(
      ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map((name) => [
        name,
        { schema: { type: 'integer' } },
      ]),
    ),
    content: { 'application/json': { schema } },
  });
  const error = (description: string) => ({
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  });
  const stationId = { name: 'stationId', in: 'path', required: true, schema: { type: 'string' } };
  const date = { name: 'date', in: 'query', required: false, schema: { type: 'string', format: 'date' } };
  const station = { $ref: schemaUrl(origin, 'station') };
  const list = { type: 'object', properties: { stations: { type: 'array', items: station } } };
  const tooMany = error('More requests than the allowance');
  return {
    openapi: '3.1.0',
    info: { title: 'Tidewatch', version: '1.0.0', description: 'Tide tables for three harbours.' },
    servers: [{ url: `${origin}/api/v1` }],
    externalDocs: { url: `${origin}/docs/api` },
    paths: {
      '/stations': {
        get: { operationId: 'listStations', responses: { 200: answer('All stations', list), 429: tooMany } },
      },
      '/stations/{stationId}': {
        get: {
          operationId: 'getStation',
          parameters: [stationId],
          responses: { 200: answer('One station', station), 404: error('No such station'), 429: tooMany },
        },
      },
      '/stations/{stationId}/tides': {
        get: {
          operationId: 'getTides',
          parameters: [stationId, date],
          responses: {
            200: answer('High and low waters of a day', { $ref: schemaUrl(origin, 'tide-table') }),
            400: error('Not a day'),
            404: error('No such station'),
            429: tooMany,
          },
        },
      },
      '/alerts': {
        post: {
          operationId: 'requestAlert',
          security: [{ oauth: ['alerts'] }],
          responses: { 200: { description: 'Accepted' }, 401: error('Authorization required') },
        },
      },
    },
    components: {
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            clientCredentials: { tokenUrl: `${origin}/oauth2/token`, scopes: { alerts: 'Ask for alerts' } },
          },
        },
      },
      schemas: {
        Problem: {
          type: 'object',
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            detail: { type: 'string' },
          },
        },
      },
    },
  };
}
