/** Generates the package's type declarations from `src/cli/library/api.ts`. Types from JSON Schemas replace its imports. */

/** The JSON Schema keywords in the schemas that `scripts/print-schema.ts` prints. */
export interface Schema {
  readonly description?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
}

/**
 * Replaces the type imports in `api`, the text of a TypeScript file, with types that are generated from JSON Schemas.
 * @throws Error for an imported name without a schema, and for a schema that does not determine a type
 */
export function declarationsOf(api: string, types: Readonly<Record<string, Schema>>): string {
  const imports = /^import type \{ ([^}\n]{1,400}) \} from [^;\n]{1,200};\n/gm;
  const missing = [...api.matchAll(imports)]
    .flatMap(([, names = '']) => names.split(', '))
    .filter((name) => !Object.hasOwn(types, name));
  if (missing.length > 0) throw new Error(`There is no schema of ${missing.join(', ')}.`);
  const all = Object.entries(types).flatMap(([name, schema]) => [
    [name, schema] as const,
    ...Object.entries(schema.$defs ?? {}),
  ]);
  const written = all.map(([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)};\n`);
  return [api.replace(imports, ''), ...written].join('\n');
}

function typeOf(schema: Schema): string {
  const { $ref, anyOf, oneOf, properties, required = [], items, type } = schema;
  if ($ref !== undefined) return $ref.replace('#/$defs/', '');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const either = anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((one) => ({ type: one })) : undefined);
  if (either !== undefined) return either.map(typeOf).join(' | ');
  if (items !== undefined) return `Array<${typeOf(items)}>`;
  if (properties !== undefined) {
    const members = Object.entries(properties).map(([name, member]) => {
      const mark = required.includes(name) ? '' : '?';
      return `${comment(member)}${JSON.stringify(name)}${mark}: ${typeOf(member)};`;
    });
    return `{\n${members.join('\n')}\n}`;
  }
  const simple = SIMPLE[String(type)];
  if (simple === undefined) throw new Error(`No type can be written of ${JSON.stringify(schema)}.`);
  return simple;
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

function comment({ description }: Schema): string {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '*\\/')} */\n`;
}
