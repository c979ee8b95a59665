/**
 * Checks an MCP server card against the schema that the server-card extension publishes
 * (modelcontextprotocol/experimental-ext-server-card, schema.json of 2026-07-24, family `v1`).
 */
import { isRecord } from './json.ts';
import type { McpCard } from './mcp-card.ts';

/** What `$schema` must be in the `v1` family. */
export const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';

/** So many members of a list are looked at, and so many differences are named. */
const MAX_LISTED = 20;
const MAX_NAMED = 5;

const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/;
const REMOTE_URL = /^(?:https?:\/\/\S+|\{[a-zA-Z_]\w*\}\S*)$/;

/** Says what is wrong with a value, in words; `undefined` where nothing is. */
type Rule = (value: unknown) => string | undefined;

/** The differences from the schema, in words, the first few of them; none where the card is valid by it. */
export function cardSchemaDifferences(card: McpCard): readonly string[] {
  const differences = [
    required(card, '$schema', (value) => (value === CARD_SCHEMA ? undefined : 'another $schema than v1')),
    required(card, 'name', (value) => text(3, 200)(value) ?? matches(NAME, 'namespace/name')(value)),
    required(card, 'version', text(0, 255)),
    required(card, 'description', text(1, 100)),
    optional(card, 'title', text(1, 100)),
    optional(card, 'websiteUrl', uri),
    optional(card, 'repository', members({ source: anyText, url: uri })),
    optional(card, '_meta', (value) => (isRecord(value) ? undefined : 'not an object')),
    optional(card, 'icons', listOf(members({ src: uri }))),
    optional(card, 'remotes', listOf(members({ type: remoteType, url: remoteUrl }))),
  ].filter((difference) => difference !== undefined);
  const more = differences.length - MAX_NAMED;
  return more > 0 ? [...differences.slice(0, MAX_NAMED), `${more} more`] : differences;
}

function required(card: McpCard, member: string, rule: Rule): string | undefined {
  return Object.hasOwn(card, member) ? named(member, rule(card[member])) : `no ${member}`;
}

function optional(card: McpCard, member: string, rule: Rule): string | undefined {
  return Object.hasOwn(card, member) ? named(member, rule(card[member])) : undefined;
}

function named(member: string, why: string | undefined): string | undefined {
  return why === undefined ? undefined : `${member}: ${why}`;
}

const anyText: Rule = (value) => (typeof value === 'string' ? undefined : 'not a string');
const uri: Rule = (value) =>
  anyText(value) ?? (typeof value === 'string' && URL.canParse(value) ? undefined : 'not a URI');
const remoteType: Rule = (value) =>
  value === 'streamable-http' || value === 'sse' ? undefined : 'neither streamable-http nor sse';
const remoteUrl: Rule = (value) => anyText(value) ?? matches(REMOTE_URL, 'an http(s) URL')(value);

/** A string of so many characters, counted as JSON Schema counts them. */
function text(min: number, max: number): Rule {
  return (value) => {
    if (typeof value !== 'string') return 'not a string';
    // What is longer than any of the limits in code units is not split into characters to be counted.
    const { length } = value.length > 2 * max ? value : Array.from(value);
    if (length < min) return `shorter than ${min} characters`;
    return length > max ? `longer than ${max} characters` : undefined;
  };
}

function matches(pattern: RegExp, form: string): Rule {
  return (value) => (typeof value === 'string' && pattern.test(value) ? undefined : `not ${form}`);
}

function members(rules: Readonly<Record<string, Rule>>): Rule {
  return (value) => {
    if (!isRecord(value)) return 'not an object';
    for (const [member, rule] of Object.entries(rules)) {
      const why = required(value, member, rule);
      if (why !== undefined) return why;
    }
    return undefined;
  };
}

function listOf(rule: Rule): Rule {
  return (value) => {
    if (!Array.isArray(value)) return 'not an array';
    return value
      .slice(0, MAX_LISTED)
      .map(rule)
      .find((why) => why !== undefined);
  };
}
