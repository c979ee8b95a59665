/** The documents for agents: cards, catalogs, indexes, key sets, metadata. */
import { MAX_URL_CHARS } from '../../limits.ts';
import { parseAgentCard } from '../../parse/agent-card.ts';
import {
  cardDeclaresSecurity,
  parseAuthorizationServer,
  parseProtectedResource,
} from '../../parse/agent-metadata.ts';
import { parseAiCatalog } from '../../parse/ai-catalog.ts';
import { parseApiCatalog } from '../../parse/api-catalog.ts';
import { isRecord, MAX_NESTING, parseJsonBeginning, parseJsonText } from '../../parse/json.ts';
import { parseJsonLd } from '../../parse/json-ld.ts';
import { parseKeySet } from '../../parse/jwks.ts';
import {
  cardDocumentation,
  cardEndpoints,
  cardHasTransport,
  cardName,
  catalogCards,
  isClientConfiguration,
} from '../../parse/mcp-card.ts';
import { cardSchemaDifferences } from '../../parse/mcp-card-schema.ts';
import { schemaReferences } from '../../parse/schema-references.ts';
import { parseSkillsIndex } from '../../parse/skills-index.ts';
import { filled, hostile, numbered } from '../inputs.ts';
import { atMost, type FuzzTarget, must, mustBePlain } from '../target.ts';
import { JSON_TEXTS } from './samples.ts';

const BASE = 'https://site.example/.well-known/card.json';

const NAMES =
  'name url description version skills entries linkset anchor href type service-desc $schema $ref schema items keys kty ' +
  'remotes transport endpoint mcp_endpoint servers serverInfo documentation issuer token_endpoint resource securitySchemes ' +
  'authentication required schemes tags id capabilities supportedInterfaces digest @context @graph data mediaType';
const PIECES = [
  ...NAMES.split(' ').map((name) => `"${name}":`),
  ...'{ } [ ] , : " null true false 0 -0 1e999 {} [] "" "x"'.split(' '),
  '"https://site.example/x"',
  '"//x"',
  '"application/mcp-server-card+json"',
  '"sha256:',
  '"\\ud800"',
  '"\\u0000"',
  '"__proto__":',
  '[[',
  ']]',
  '{"a":{',
];

/** All readers of such documents, on one text. */
function readAll(text: string): void {
  const documents = [
    parseAgentCard(text),
    parseAuthorizationServer(text),
    parseProtectedResource(text),
    parseAiCatalog(text),
    parseApiCatalog(text, BASE),
    parseSkillsIndex(text, BASE),
    parseKeySet(text),
    parseJsonLd(text),
  ];
  for (const read of documents) if (!read.ok) mustBePlain('a reason', read.why, 600);
  const [, , , ai, api, skills] = documents;
  if (ai?.ok === true && 'entries' in ai.value) atMost('entries', ai.value.entries.length, 100);
  if (api?.ok === true && 'descriptions' in api.value)
    atMost('descriptions', api.value.descriptions.length, 20);
  if (skills?.ok === true && 'files' in skills.value) atMost('files', skills.value.files.length, 1_000);
}

function readCard(card: Readonly<Record<string, unknown>>): void {
  const urls = [
    ...cardEndpoints(card, BASE).map(({ url }) => url),
    ...catalogCards(card, BASE).flatMap((one) => ('url' in one ? [one.url] : [])),
    ...schemaReferences(card, BASE),
    cardDocumentation(card, BASE) ?? '',
  ];
  atMost('URLs of a card', urls.length, 60);
  for (const url of urls) atMost('characters of a URL', url.length, MAX_URL_CHARS);
  cardName(card);
  cardHasTransport(card, BASE);
  isClientConfiguration(card);
  cardDeclaresSecurity(card);
  cardSchemaDifferences(card);
}

export const jsonTarget: FuzzTarget = {
  name: 'json',
  inputs: hostile(JSON_TEXTS, PIECES),
  run(input) {
    readAll(input);
    const parsed = parseJsonText(input);
    if (parsed.ok) {
      const again = parseJsonText(JSON.stringify(parsed.value));
      must(again.ok, () => 'what was read cannot be read again');
      if (isRecord(parsed.value)) readCard(parsed.value);
    } else mustBePlain('a reason', parsed.why, 300);
    parseJsonBeginning(input);
  },
  worst: {
    arrays: (size) => filled(size, '['),
    'nested arrays': () => '['.repeat(MAX_NESTING) + ']'.repeat(MAX_NESTING),
    'empty objects': (size) => `[${filled(size - 4, '{},')}{}]`,
    members: (size) => `{${numbered(size / 2, (i) => `"k${i}":${i},`)}"a":1}`,
    'numbers as names': (size) => `{${numbered(size / 2, (i) => `"${i * 7919}":0,`)}"a":1}`,
    'one long string': (size) => `{"name":"${'a'.repeat(size - 12)}"}`,
    escapes: (size) => `{"url":"${'\\u0041'.repeat(size / 6 - 3)}"}`,
    'a string without end': (size) => filled(size, '\\"', '"'),
    'references to schemas': (size) => `{"items":[${filled(size - 64, '{"$ref":"x"},')}{}]}`,
    'references with long URLs': (size) =>
      `{"items":[${filled(size - 64, `{"$ref":"${'x'.repeat(2_000)}"},`)}{}]}`,
    'link sets': (size) =>
      `{"linkset":[${filled(size - 64, '{"anchor":"a","service-desc":[{"href":"b"}]},')}{"anchor":"a"}]}`,
    'link sets with long targets': (size) =>
      `{"linkset":[${filled(size - 64, `{"anchor":"a","service-desc":[{"href":"/${'b'.repeat(2_000)}"}]},`)}{"anchor":"a"}]}`,
    skills: (size) =>
      `{"skills":[${filled(size - 64, `{"url":"b","digest":"sha256:${'0'.repeat(64)}"},`)}{}]}`,
    'skills with names of hyphens': (size) =>
      `{"$schema":"https://schemas.agentskills.io/discovery/0.2.0/schema.json","skills":[${filled(size - 128, `{"name":"${'a-'.repeat(5_000)}-"},`)}{}]}`,
    entries: (size) => `{"entries":[${filled(size - 64, '{"url":"a"},')}{}]}`,
    contexts: (size) => `{"@context":[${filled(size - 64, '"https://x.example",')}""]}`,
    'contexts of blanks': (size) => `{"@context":["${' '.repeat(size - 64)}"]}`,
    remotes: (size) => `{"remotes":[${filled(size - 64, '{"url":"a"},')}{}]}`,
    keys: (size) => `{"keys":[${filled(size - 64, '{"kty":"a"},')}{"kty":"b"}]}`,
  },
};
