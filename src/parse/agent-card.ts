/**
 * A2A agent cards of both formats in use: that of protocol 1.0 lists its interfaces (`supportedInterfaces`), that of 0.3
 * has one `url` and more in `additionalInterfaces`. What each requires is in its schema: `specification/a2a.proto` of
 * 1.0.1 (field_behavior REQUIRED), `specification/json/a2a.json` of 0.3.0, both in github.com/a2aproject/A2A.
 */

import type { Metadata } from './agent-metadata.ts';
import { isRecord, isText, parseJsonObject } from './json.ts';
import type { Parsed } from './parsed.ts';

export interface AgentCard extends Metadata {
  /** The format that it is judged by, and complete in where it is complete in any: `A2A 1.0`, `A2A 0.3`. */
  readonly format: string;
}

type Json = Readonly<Record<string, unknown>>;

/** One member that a schema requires. */
interface Member {
  readonly name: string;
  readonly met: (value: unknown) => boolean;
  /** What its elements, or its members, must have in turn. */
  readonly within?: readonly Member[];
}

interface Format {
  readonly name: string;
  readonly required: readonly Member[];
}

/** Elements of an array that are looked at. */
const MAX_ELEMENTS = 200;

const text = (name: string): Member => ({ name, met: isText });
const list = (name: string, within: readonly Member[] = []): Member => ({ name, met: Array.isArray, within });
const object = (name: string): Member => ({ name, met: isRecord });

const SKILL = [text('id'), text('name'), text('description'), list('tags')];
const COMMON = [
  text('name'),
  text('description'),
  text('version'),
  object('capabilities'),
  list('defaultInputModes'),
  list('defaultOutputModes'),
  list('skills', SKILL),
];

const FORMAT_1_0: Format = {
  name: 'A2A 1.0',
  required: [
    ...COMMON,
    {
      name: 'supportedInterfaces',
      met: (value) => Array.isArray(value) && value.length > 0,
      within: [text('url'), text('protocolBinding'), text('protocolVersion')],
    },
  ],
};

function format0(version: string): Format {
  return { name: `A2A ${version}`, required: [...COMMON, text('url'), text('protocolVersion')] };
}

/** Reads a card: a JSON object with a `name` and one of `url`, `supportedInterfaces`, `skills`, or with some of these. */
export function parseAgentCard(json: string): Parsed<AgentCard> {
  const parsed = parseJsonObject(json);
  if (!parsed.ok) return parsed;
  const document = parsed.value;
  const { name, url, supportedInterfaces, skills } = document;
  if (!isText(name) && !isText(url) && !Array.isArray(supportedInterfaces) && !Array.isArray(skills)) {
    return {
      ok: false,
      why: 'JSON, but not an agent card: no `name` and no `url`, `supportedInterfaces` or `skills`',
    };
  }
  const judged = formatsOf(document).map((format) => ({
    document,
    format: format.name,
    missing: lacks(document, format.required),
  }));
  const best = judged.find(({ missing }) => missing.length === 0) ?? judged[0];
  return best === undefined ? { ok: false, why: 'not an agent card' } : { ok: true, value: best };
}

/** The formats that a card claims, the newest first; one that is served to clients of both has both. */
function formatsOf({ supportedInterfaces, url, protocolVersion }: Json): [Format, ...Format[]] {
  const said = isText(protocolVersion) ? /^0\.\d{1,3}/.exec(protocolVersion.trim())?.[0] : undefined;
  const old = format0(said ?? '0.3');
  if (supportedInterfaces !== undefined) return isText(url) ? [FORMAT_1_0, old] : [FORMAT_1_0];
  return url !== undefined || said !== undefined ? [old] : [FORMAT_1_0];
}

/** The required members that an object does not have, by their path: `version`, `skills[].tags`. */
function lacks(object: Json, required: readonly Member[], path = ''): string[] {
  return required.flatMap(({ name, met, within }) => {
    const value = object[name];
    if (!met(value)) return [`\`${path}${name}\``];
    if (within === undefined || within.length === 0 || !Array.isArray(value)) return [];
    const elements = value.slice(0, MAX_ELEMENTS).map((element): Json => (isRecord(element) ? element : {}));
    return [...new Set(elements.flatMap((element) => lacks(element, within, `${path}${name}[].`)))];
  });
}
