/**
 * Parses A2A agent cards. Protocol 1.0 lists interfaces (`supportedInterfaces`); 0.2 and 0.3 have one `url` and
 * `additionalInterfaces`. The required members come from github.com/a2aproject/A2A: `specification/a2a.proto` of 1.0.1
 * (field_behavior REQUIRED) and `specification/json/a2a.json` of 0.2.0 to 0.3.0. Since 0.2.5, `protocolVersion` is required.
 */

import { isRecord, isText, parseJsonObject } from '../../base/json.ts';
import type { Parsed } from '../../base/parsed.ts';
import { isExampleAddress } from '../../base/same-site.ts';
import type { Metadata } from './agent-metadata.ts';

export interface AgentCard extends Metadata {
  /** The format that the card was checked against (`A2A 1.0`, `0.3` or `0.2`), preferably one that the card satisfies. */
  readonly format: string;
  /** Required members with a misspelled name, such as `supported_interfaces` instead of `supportedInterfaces`. */
  readonly misnamed: readonly Misnamed[];
  /** The card's `protocolVersion`, if it contradicts the card's format. */
  readonly otherVersion: string | undefined;
  /** The first URL in the card that has a placeholder host, such as `example.com`. */
  readonly exampleAddress: string | undefined;
}

interface Misnamed {
  readonly found: string;
  /** The member's path in the schema, for example `skills[].defaultInputModes`. */
  readonly name: string;
}

type Json = Readonly<Record<string, unknown>>;

interface Member {
  readonly name: string;
  readonly met: (value: unknown) => boolean;
  /** The members required in each element, if this member is a list. */
  readonly within?: readonly Member[];
}

interface Format {
  readonly name: string;
  readonly required: readonly Member[];
}

const MAX_ELEMENTS = 200;
/** The maximum number of an object's members that are searched for a misspelled name. */
const MAX_MEMBERS = 200;
/** Matches the major and minor version. A2A versions are equal if both numbers are equal (1.0.1, section 3.6). */
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

/** Returns a card's 0.x format: the `claimed` one, else 0.3 if the card has a `protocolVersion` or `signatures`, else 0.2. */
function oldFormat(claimed: string | undefined, { protocolVersion, signatures }: Json): Format {
  // Version 0.3 introduced signatures.
  const isVersioned = protocolVersion !== undefined || signatures !== undefined;
  return {
    name: `A2A ${claimed ?? (isVersioned ? '0.3' : '0.2')}`,
    required: [...COMMON, text('url'), ...(isVersioned ? [text('protocolVersion')] : [])],
  };
}

/**
 * Parses a card: a JSON object with `name`, `url`, `supportedInterfaces` or `skills`.
 * @param cardUrl the card's URL; its own host never counts as a placeholder, even if it is `example.com`
 */
export function parseAgentCard(json: string, cardUrl: string): Parsed<AgentCard> {
  const parsed = parseJsonObject(json);
  if (!parsed.ok) return parsed;
  const document = parsed.value;
  const { name, url, supportedInterfaces, skills } = document;
  if (!isText(name) && !isText(url) && !Array.isArray(supportedInterfaces) && !Array.isArray(skills)) {
    return {
      ok: false,
      why: 'JSON, but not an agent card: no `name`, `url`, `supportedInterfaces` or `skills`',
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

/** Returns the formats that a card claims, newest first, and the card's `protocolVersion` if it fits none of them. */
function formatsOf(document: Json): [readonly Format[], string | undefined] {
  const { supportedInterfaces, url, protocolVersion } = document;
  const claimed = isText(protocolVersion) ? VERSION.exec(protocolVersion.trim())?.[1] : undefined;
  const saysOld = claimed !== undefined && /^0\b/.test(claimed);
  const old = oldFormat(saysOld ? claimed : undefined, document);
  if (supportedInterfaces === undefined) {
    if (url === undefined && !saysOld) return [[FORMAT_1_0], undefined];
    return [[old], saysOld ? undefined : claimed];
  }
  if (!saysOld) return [[FORMAT_1_0], undefined];
  return isText(url) ? [[FORMAT_1_0, old], undefined] : [[FORMAT_1_0], claimed];
}

function addressesOf({ url, supportedInterfaces, additionalInterfaces }: Json): string[] {
  const interfaces = [supportedInterfaces, additionalInterfaces].flatMap((list) =>
    Array.isArray(list) ? list.slice(0, MAX_ELEMENTS) : [],
  );
  return [url, ...interfaces.map((one) => (isRecord(one) ? one.url : undefined))].filter(isText);
}

/** Returns the paths, such as `skills[].tags`, of required members that are missing or have a misspelled name. */
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

/** Returns the object's key that equals `name` apart from case, hyphens and underscores, such as `supported_interfaces`. */
function inAnotherCase(object: Json, name: string, met: Member['met']): string | undefined {
  const wanted = caseless(name);
  return Object.keys(object)
    .slice(0, MAX_MEMBERS)
    .find((key) => key.length <= 2 * name.length && caseless(key) === wanted && met(object[key]));
}

function caseless(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}
