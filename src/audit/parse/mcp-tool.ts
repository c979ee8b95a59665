/** Checks tools in a `tools/list` result against the schema of an MCP revision. */

import { isRecord, isText } from '../../base/json.ts';
import { MCP_STATEFUL_VERSION } from '../../base/versions.ts';

/** The MCP revision that introduced icons. */
const WITH_ICONS = '2025-11-25';

/**
 * Returns why a tool is invalid in an MCP revision (schema.ts in modelcontextprotocol/modelcontextprotocol); `undefined` if it
 * is valid. Official SDKs drop the whole tool list if one tool is invalid. Members that no schema defines are ignored.
 */
export function toolFault(tool: unknown, revision: string): string | undefined {
  if (!isRecord(tool)) return 'not an object';
  if (!isText(tool.name)) return 'no name';
  if (!Object.hasOwn(tool, 'inputSchema')) return 'no inputSchema';
  const isStateful = revision <= MCP_STATEFUL_VERSION;
  return (
    named('inputSchema', schemaFault(tool.inputSchema, isStateful)) ??
    named('outputSchema', outputFault(tool, isStateful)) ??
    optional(tool, 'description', isString, 'not a string') ??
    optional(tool, 'title', isString, 'not a string') ??
    optional(tool, 'annotations', isRecord, 'not an object') ??
    optional(tool, '_meta', isRecord, 'not an object') ??
    (revision < WITH_ICONS ? undefined : optional(tool, 'icons', Array.isArray, 'not an array'))
  );
}

/** Checks `outputSchema`. Before the revision 2026-07-28, its `type` must be `object`; since then, any JSON object is valid. */
function outputFault(tool: Readonly<Record<string, unknown>>, isStateful: boolean): string | undefined {
  if (!Object.hasOwn(tool, 'outputSchema')) return undefined;
  if (isStateful) return schemaFault(tool.outputSchema, isStateful);
  return isRecord(tool.outputSchema) ? undefined : kindOf(tool.outputSchema);
}

/** @param isStateful whether the MCP revision is older than 2026; if so, a property's schema must not be `true` or `false` */
function schemaFault(schema: unknown, isStateful: boolean): string | undefined {
  if (!isRecord(schema)) return kindOf(schema);
  if (schema.type !== 'object') return 'not `"type": "object"`';
  const { properties, required } = schema;
  if (Object.hasOwn(schema, 'required')) {
    if (!Array.isArray(required)) return `required: ${kindOf(required)}`;
    if (!required.every(isString)) return 'required: not all strings';
  }
  if (!Object.hasOwn(schema, 'properties')) return undefined;
  if (!isRecord(properties)) return `properties: ${kindOf(properties)}`;
  return isStateful && !Object.values(properties).every(isRecord)
    ? 'properties: a property without a schema object'
    : undefined;
}

function optional(
  tool: Readonly<Record<string, unknown>>,
  member: string,
  isRight: (value: unknown) => boolean,
  fault: string,
): string | undefined {
  return !Object.hasOwn(tool, member) || isRight(tool[member]) ? undefined : `${member}: ${fault}`;
}

function named(member: string, fault: string | undefined): string | undefined {
  return fault === undefined ? undefined : `${member}: ${fault}`;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : typeof value;
}
