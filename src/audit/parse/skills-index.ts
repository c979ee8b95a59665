/**
 * Parses indexes of agent skills (Agent Skills Discovery, github.com/cloudflare/agent-skills-discovery-rfc). `$schema`
 * identifies version 0.2.0; an index without it is 0.1.0 (section "Versioning"). Drafts of 0.2.0 had `version` instead.
 */

import { isRecord, isText, parseJsonObject } from '../../base/json.ts';
import type { Parsed } from '../../base/parsed.ts';
import { plain } from '../../base/text.ts';
import { documentUrl } from '../../base/url.ts';

export interface SkillFile {
  readonly url: string;
  /** The SHA-256 digest in lower-case hexadecimal. */
  readonly sha256: string;
}

export interface SkillsIndex {
  readonly skills: number;
  /** A description of the index's version, such as `index version 0.2.0`. */
  readonly version: string;
  /** The required members that are missing or invalid in an entry. For 0.1.0: `name` if no entry looks like a skill. */
  readonly missing: readonly string[];
  /** Whether an entry of the index has its digest in a member named `sha256`, which clients do not read, instead of `digest`. */
  readonly misnamesDigest: boolean;
  /** The skill files with a valid digest, in order. Their URLs are absolute. */
  readonly files: readonly SkillFile[];
}

const SCHEMA_0_2_0 = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
/** Matches version 0.2.0, alone or in a URI. */
const SAYS_0_2_0 = /(?:^|[/v_-])0\.2(?:\.0)?(?!\.?\d)/;
const MAX_ENTRIES = 1_000;
const MAX_MEMBERS = 100;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
/** Matches a name without a hyphen at either end and without two hyphens in a row. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_NAME = 64;

/** The members that version 0.2.0 of the index requires for each skill. `form` describes the expected value in messages. */
const REQUIRED: readonly {
  readonly member: string;
  readonly form?: string;
  readonly met: (value: unknown) => boolean;
}[] = [
  {
    member: 'name',
    form: 'lower case, digits, single hyphens',
    met: (value) => isText(value) && value.length <= MAX_NAME && NAME.test(value),
  },
  // Clients skip unknown types, so a type from a later version is valid.
  { member: 'type', met: isText },
  { member: 'description', met: isText },
  { member: 'url', met: isText },
  {
    member: 'digest',
    form: '`sha256:` and 64 hexadecimal digits in lower case',
    met: (value) => isText(value) && DIGEST.test(value),
  },
];

/** Parses an index of agent skills: a JSON object with a `skills` array. `url` is the URL of the index. */
export function parseSkillsIndex(json: string, url: string): Parsed<SkillsIndex> {
  const parsed = parseJsonObject(json);
  if (!parsed.ok) return parsed;
  const { $schema, skills, version } = parsed.value;
  if (!Array.isArray(skills)) return { ok: false, why: 'JSON without a `skills` array' };
  const entries = skills.slice(0, MAX_ENTRIES).map((entry) => (isRecord(entry) ? entry : {}));
  const claimsCurrent = [$schema, version].some((value) => isText(value) && SAYS_0_2_0.test(value));
  const lacking = REQUIRED.filter(({ member, met }) => entries.some((entry) => !met(entry[member])));
  const misnamesDigest = entries.some(hasMisnamedDigest);
  const named = lacking.filter(({ member }) => member !== 'digest' || entries.some(lacksDigest));
  const missing = named.map(({ member, form }) => `\`${member}\`${form === undefined ? '' : ` (${form})`}`);
  return {
    ok: true,
    value: {
      skills: skills.length,
      version: versionOf($schema, claimsCurrent),
      missing: claimsCurrent ? missing : entries.length === 0 || entries.some(hasMember) ? [] : ['`name`'],
      misnamesDigest,
      files: entries.flatMap((entry) => fileOf(entry, url)),
    },
  };
}

type Entry = Readonly<Record<string, unknown>>;

/** Returns whether an entry is a skill: it has a member that 0.2.0 requires, or the member `files` of 0.1.0. */
function hasMember(entry: Entry): boolean {
  return entry.files !== undefined || REQUIRED.some(({ member }) => entry[member] !== undefined);
}

function hasMisnamedDigest(entry: Entry): boolean {
  const isMisnamed = ([name, value]: [string, unknown]) => /^sha-?256$/i.test(name) && isText(value);
  return entry.digest === undefined && Object.entries(entry).slice(0, MAX_MEMBERS).some(isMisnamed);
}

/** Returns whether an entry has neither a valid `digest` nor a digest in a wrong member such as `sha256`. */
function lacksDigest(entry: Entry): boolean {
  const { digest } = entry;
  return !(isText(digest) && DIGEST.test(digest)) && !hasMisnamedDigest(entry);
}

function versionOf($schema: unknown, claimsCurrent: boolean): string {
  if ($schema === SCHEMA_0_2_0) return 'index version 0.2.0';
  if (isText($schema)) return `$schema is ${plain($schema, 120)}, not that of version 0.2.0`;
  return claimsCurrent
    ? 'index version 0.2.0 without its $schema'
    : 'no $schema, so clients read it as version 0.1.0';
}

function fileOf({ url, digest }: Readonly<Record<string, unknown>>, base: string): SkillFile[] {
  if (!isText(url) || !isText(digest) || !DIGEST.test(digest)) return [];
  const target = documentUrl(url, base);
  return target === undefined ? [] : [{ url: target.href, sha256: digest.slice('sha256:'.length) }];
}
