/**
 * A2A agent cards of both forms in use: that of protocol 1.0 lists its interfaces (`supportedInterfaces`), that of 0.2 and
 * 0.3 has one `url` and more in `additionalInterfaces`. What each requires is in its schema, in github.com/a2aproject/A2A:
 * `specification/a2a.proto` of 1.0.1 (field_behavior REQUIRED), `specification/json/a2a.json` of 0.2.0 to 0.3.0, which
 * requires `protocolVersion` from 0.2.5 on.
 */

import { isRecord, isText, parseJsonObject } from '../../base/json.ts';
import type { Parsed } from '../../base/parsed.ts';
import { isExampleAddress } from '../../base/same-site.ts';
import type { Metadata } from './agent-metadata.ts';

export interface AgentCard extends Metadata {
  /** The format that it is judged by, and complete in where it is complete in any: `A2A 1.0`, `A2A 0.3`, `A2A 0.2`. */
  readonly format: string;
  /** Members that it has in another case (`supported_interfaces`): they are to be renamed, not missing. */
  readonly misnamed: readonly Misnamed[];
  /** The version that its `protocolVersion` says, where a card of that version has another form. */
  readonly otherVersion: string | undefined;
  /** The first address at which the agent is called that is still that of an example. */
  readonly exampleAddress: string | undefined;
}

interface Misnamed {
  /** As the card has it. */
  readonly found: string;
  /** The path of the member as the schema has it: `skills[].defaultInputModes`. */
  readonly name: string;
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
/** Members of one object that are compared with a name. */
const MAX_MEMBERS = 200;
/** Major and minor number: versions of A2A are compared by these (1.0.1, section 3.6). */
const VERSION = /^v?(\d{1,3}(?:\.\d{1,3})?)(?!\d)/;

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

/**
 * What cards with a `url` of their own must have. One that says no version is of a revision that had no place for it.
 *
 * @param said the version that it says, where that is of this form
 */
function oldFormat(said: string | undefined, { protocolVersion, signatures }: Json): Format {
  // Signatures came with 0.3.
  const isVersioned = protocolVersion !== undefined || signatures !== undefined;
  return {
    name: `A2A ${said ?? (isVersioned ? '0.3' : '0.2')}`,
    required: [...COMMON, text('url'), ...(isVersioned ? [text('protocolVersion')] : [])],
  };
}

/**
 * Reads a card: a JSON object with a `name` and one of `url`, `supportedInterfaces`, `skills`, or with some of these.
 *
 * @param cardUrl where it is, by which its own site is known
 */
export function parseAgentCard(json: string, cardUrl: string): Parsed<AgentCard> {
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
  const [formats, otherVersion] = formatsOf(document);
  const judged = formats.map((format) => ({
    document,
    format: format.name,
    ...faultsOf(document, format.required),
    otherVersion,
    exampleAddress: addressesOf(document).find((url) => isExampleAddress(url, cardUrl)),
  }));
  const best = judged.find(({ missing, misnamed }) => missing.length + misnamed.length === 0) ?? judged[0];
  return best === undefined ? { ok: false, why: 'not an agent card' } : { ok: true, value: best };
}

/**
 * The formats that a card claims, the newest first, and the version that it says where that is of another form. A card that
 * is served to clients of both has both.
 */
function formatsOf(document: Json): [readonly Format[], string | undefined] {
  const { supportedInterfaces, url, protocolVersion } = document;
  const said = isText(protocolVersion) ? VERSION.exec(protocolVersion.trim())?.[1] : undefined;
  const saysOld = said !== undefined && /^0\b/.test(said);
  const old = oldFormat(saysOld ? said : undefined, document);
  if (supportedInterfaces === undefined) {
    if (url === undefined && !saysOld) return [[FORMAT_1_0], undefined];
    return [[old], saysOld ? undefined : said];
  }
  if (!saysOld) return [[FORMAT_1_0], undefined];
  return isText(url) ? [[FORMAT_1_0, old], undefined] : [[FORMAT_1_0], said];
}

function addressesOf({ url, supportedInterfaces, additionalInterfaces }: Json): string[] {
  const interfaces = [supportedInterfaces, additionalInterfaces].flatMap((list) =>
    Array.isArray(list) ? list.slice(0, MAX_ELEMENTS) : [],
  );
  return [url, ...interfaces.map((one) => (isRecord(one) ? one.url : undefined))].filter(isText);
}

/** The required members that an object does not have, by their path (`version`, `skills[].tags`), or has in another case. */
function faultsOf(
  object: Json,
  required: readonly Member[],
  path = '',
): { readonly missing: readonly string[]; readonly misnamed: readonly Misnamed[] } {
  const missing = new Set<string>();
  const misnamed = new Map<string, Misnamed>();
  for (const { name, met, within = [] } of required) {
    const found = met(object[name]) ? name : inAnotherCase(object, name, met);
    if (found === undefined) missing.add(`\`${path}${name}\``);
    else if (found !== name) misnamed.set(path + name, { found, name: path + name });
    const value = found === undefined ? undefined : object[found];
    if (within.length === 0 || !Array.isArray(value)) continue;
    for (const element of value.slice(0, MAX_ELEMENTS)) {
      const faults = faultsOf(isRecord(element) ? element : {}, within, `${path}${name}[].`);
      for (const one of faults.missing) missing.add(one);
      for (const one of faults.misnamed) misnamed.set(one.name, one);
    }
  }
  return { missing: [...missing], misnamed: [...misnamed.values()] };
}

/** The name under which a member stands in another case: `supported_interfaces`, `SupportedInterfaces`. */
function inAnotherCase(object: Json, name: string, met: Member['met']): string | undefined {
  const wanted = caseless(name);
  return Object.keys(object)
    .slice(0, MAX_MEMBERS)
    .find((key) => key.length <= 2 * name.length && caseless(key) === wanted && met(object[key]));
}

function caseless(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}
