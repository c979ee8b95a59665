/** Checks every GET response that a deployment's OpenAPI description defines: its status, type, headers and schema. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as z from 'zod';
import { type DeploymentProbe, type Expectation, fault, header, jsonOf } from './probe.ts';

/** Paths that the OpenAPI description must contain, so that an almost empty description is a fault. */
const NEEDED = ['/catalog.json', '/checks.json', '/cli.json', '/score/{target}/json', '/mcp'];

const link = z.looseObject({ $ref: z.string().optional() });
const ok = z.object({
  headers: z.record(z.string(), link).default({}),
  content: z.record(z.string(), z.object({ schema: link.optional() })),
});
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(link).default([]),
  responses: z.object({ 200: ok }),
});
const parameter = z.object({
  name: z.string(),
  example: z.string().optional(),
  schema: z.object({ enum: z.array(z.string()).optional() }),
});

/** The schema of an OpenAPI description, limited to the parts that are used. */
export const DESCRIPTION = z
  .object({
    paths: z.record(z.string(), z.object({ get: operation.optional() })),
    components: z.object({
      headers: z.record(z.string(), z.object({ schema: z.object({ const: z.string().optional() }) })),
      parameters: z.record(z.string(), parameter),
    }),
  })
  .refine(({ paths }) => NEEDED.every((path) => path in paths), `the paths ${NEEDED.join(', ')}`);

/**
 * Returns a probe for each GET operation in the deployment's OpenAPI description; empty without a valid description. Omits
 * paths with a parameter whose value is unknown.
 * @param read returns the JSON document at a path: the description, and the schemas that it names
 * @param hosts hosts with a scorecard: one that the catalog ranks, and one that was just audited
 */
export async function describedProbes(
  read: (path: string) => Promise<unknown>,
  hosts: Readonly<Record<'ranked' | 'live', string | undefined>>,
): Promise<readonly DeploymentProbe[]> {
  const { data } = DESCRIPTION.safeParse(await read('/openapi.json'));
  if (data === undefined) return [];
  const loadSchema = async (uri: string) => link.parse(await read(new URL(uri, 'http://x').pathname));
  const ajv = new Ajv2020({ strict: false, validateFormats: false, loadSchema });
  const nameIn = ({ $ref = '' }: z.infer<typeof link>) => $ref.slice($ref.lastIndexOf('/') + 1);
  const probes = Object.entries(data.paths).map(async ([template, { get }]): Promise<DeploymentProbe[]> => {
    if (get === undefined) return [];
    const isLive = template.includes('/live');
    const known = get.parameters.map(
      (one) => data.components.parameters[nameIn(one)] ?? parameter.parse(one),
    );
    const values = new Map(known.map(({ name, example, schema }) => [name, schema.enum?.[0] ?? example]));
    values.set('target', isLive ? hosts.live : hosts.ranked);
    const path = template.replace(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole);
    if (path.includes('{')) return [];
    const { headers, content } = get.responses[200];
    const { schema } = Object.entries(content).find(([type]) => /\bjson$/.test(type))?.[1] ?? {};
    const named = Object.keys(headers).map((name) =>
      header(name, data.components.headers[name]?.schema.const),
    );
    return [
      {
        group: isLive ? 'audit' : template.includes('{target}') ? 'scorecards' : 'documents',
        about: get.operationId,
        ask: { path },
        type: Object.keys(content),
        expect: [...named, ...(schema === undefined ? [] : [await ofSchema(ajv, schema)])],
        metered: 'RateLimit-Limit' in headers,
        tagged: 'ETag' in headers,
      },
    ];
  });
  return (await Promise.all(probes)).flat();
}

async function ofSchema(ajv: Ajv2020, schema: object): Promise<Expectation> {
  const validate = await ajv.compileAsync(schema).catch((error: unknown) => `${error}`);
  return (answer) => {
    if (typeof validate === 'string') return fault('schema', 'a JSON Schema', validate);
    if (validate(jsonOf(answer))) return undefined;
    return fault('schema', ajv.errorsText(validate.errors), answer.text);
  };
}
