import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { baselineSchema } from './baseline.ts';
import { configSchema } from './config.ts';

const printed = (schema: z.ZodType) => z.toJSONSchema(schema, { target: 'draft-2020-12' });

function validatorOf(schema: object) {
  const ajv = new Ajv2020.default({ strict: false });
  addFormats.default(ajv);
  expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true);
  return ajv.compile(schema);
}

type Node = Readonly<Record<string, unknown>>;

function fieldsOf(schema: Node, path = ''): [string, unknown][] {
  const own = Object.entries((schema.properties ?? {}) as Record<string, Node>).flatMap(
    ([name, field]): [string, unknown][] => [
      [`${path}${name}`, field.description],
      ...fieldsOf(field, `${path}${name}.`),
    ],
  );
  const items = schema.items as Node | undefined;
  return [...own, ...(items === undefined ? [] : fieldsOf(items, `${path}[].`))];
}

describe('the JSON Schema of the configuration', () => {
  const validate = validatorOf(printed(configSchema));

  it('describes every field', () => {
    const fields = fieldsOf(printed(configSchema));
    expect(fields.length).toBeGreaterThan(15);
    expect(fields.filter(([, description]) => typeof description !== 'string')).toEqual([]);
  });

  it.each([
    [{}],
    [{ $schema: 'https://x.example/schema/config.schema.json' }],
    [{ target: 'https://example.com', siteType: 'api' }],
    [{ only: ['mcp', 'robots'], skip: ['dns-aid'] }],
    [{ failOn: 'worse', baseline: 'agent-readiness.baseline.json' }],
    [{ failOn: ['broken', 'below'], thresholds: { relative: 80, global: 0, categories: { mcp: 100 } } }],
    [{ assertions: { mcp: 'not-broken', 'llms-txt': 'pass', sitemap: 'off' } }],
    [{ waivers: [{ check: 'robots', reason: 'Ticket 12', expires: '2028-02-29' }] }],
  ])('accepts %j, as the program does', (config) => {
    expect([validate(config), configSchema.safeParse(config).success]).toEqual([true, true]);
  });

  it.each([
    [[]],
    [{ targets: 'example.com' }],
    [{ target: ['a.example', 'b.example'] }],
    [{ siteType: 'blog' }],
    [{ only: ['none'] }],
    [{ failOn: 'anything' }],
    [{ thresholds: { relative: 101 } }],
    [{ thresholds: { categories: { robots: 1 } } }],
    [{ assertions: { robots: 'fail' } }],
    [{ assertions: { none: 'pass' } }],
    [{ waivers: [{ check: 'robots', reason: 'x' }] }],
    [{ waivers: [{ check: 'robots', reason: 'x', expires: '2026-02-30' }] }],
    [{ waivers: [{ check: 'robots', reason: '', expires: '2026-02-01' }] }],
    [{ baseline: 1 }],
  ])('rejects %j, as the program does', (config) => {
    expect([validate(config), configSchema.safeParse(config).success]).toEqual([false, false]);
  });
});

describe('the JSON Schema of a baseline', () => {
  it('accepts baselines and nothing else', () => {
    const validate = validatorOf(printed(baselineSchema));
    const baseline = {
      kind: 'baseline',
      spec_version: '0.5.0',
      schema_version: '0.4',
      rules: 2,
      target: 'example.com',
      site_type: null,
      score: { relative: 50, global: 20 },
      checks: { robots: 'absent', 'a-check-of-later': 'pass' },
    };
    expect(validate(baseline)).toBe(true);
    for (const wrong of [{ kind: 'web' }, { rules: 0 }, { checks: { robots: 'error' } }, { more: 1 }]) {
      expect(validate({ ...baseline, ...wrong }), JSON.stringify(wrong)).toBe(false);
    }
  });
});
