/** The documents for programs: their types, their shape, the addresses that they name, and that other origins may read them. */
import * as z from 'zod';
import { CHECK_COUNT, catalogue } from '../../catalogue/index.ts';
import { MCP_MODERN_VERSION, MCP_STATEFUL_VERSION, SCHEMA_VERSION, SPEC_VERSION } from '../../versions.ts';
import type { Deployment, Expectation, Probe } from '../probe.ts';
import { body, header, status, that, type } from '../wants/answers.ts';
import { including, json, jsonOf, own, urlsIn } from '../wants/json.ts';
import { HAS_TAG, revalidated } from './revalidated.ts';

const NOT_THERE = 'Clients look for it at this address, and give up where it is not there.';
const WRONG_TYPE = 'Programs choose by its type how to read a document, and pass over one of another type.';

/** Contract: service-description.md, section 5. */
export const OPEN: Expectation = header(
  'Access-Control-Allow-Origin',
  '*',
  'Pages of other origins, as clients that run in a browser are, cannot read it without this.',
);

export interface Document {
  readonly path: string;
  readonly type: string;
  /** Whether pages of any origin may read it. */
  readonly open?: true;
  /** Whether every URL in it must be one of this deployment. */
  readonly ownUrls?: true;
  readonly expect?: readonly Expectation[];
}

const AUTHENTICATION = '/docs/authentication';
const CARD_PATH = '/.well-known/mcp/server-card.json';
/** Both specifications that describe a card name their schema in it, which is not ours. */
const SCHEMA_MEMBER = '$schema';

/** JSON by which clients find their way to the service and in it. */
const METADATA = { type: 'application/json', open: true, ownUrls: true } as const;

export const DOCUMENTS: readonly Document[] = [
  {
    path: CARD_PATH,
    ...METADATA,
    expect: [
      json(
        'card',
        (to) =>
          z.object({
            authentication: z.object({ required: z.literal(false), documentation: own(to, AUTHENTICATION) }),
            serverInfo: z.object({ name: z.string(), version: z.string() }),
            transport: z.object({ type: z.literal('streamable-http'), endpoint: own(to, '/mcp') }),
            remotes: z.tuple([
              z.object({
                url: own(to, '/mcp'),
                supportedProtocolVersions: including('2025-06-18', MCP_STATEFUL_VERSION, MCP_MODERN_VERSION),
              }),
            ]),
          }),
        'Clients read from the card where the endpoint is, which revisions it serves, and that it takes no credentials.',
      ),
    ],
  },
  {
    path: '/.well-known/api-catalog',
    type: 'application/linkset+json',
    open: true,
    ownUrls: true,
    expect: [
      json(
        'linkset',
        z.object({ linkset: z.array(z.object({ anchor: z.string() })).min(1) }),
        'A catalog of APIs is a set of links (RFC 9727, RFC 9264).',
      ),
    ],
  },
  {
    path: '/.well-known/oauth-protected-resource',
    ...METADATA,
    expect: [
      json(
        'metadata',
        (to) =>
          z.object({
            resource: z.literal(to.publishedAs),
            resource_documentation: own(to, AUTHENTICATION),
          }),
        'Scanners compare the resource with the address that they asked (RFC 9728, section 3.3).',
      ),
    ],
  },
  {
    path: '/.well-known/oauth-authorization-server',
    ...METADATA,
    expect: [
      json(
        'metadata',
        (to) =>
          z.object({
            issuer: z.literal(to.publishedAs),
            token_endpoint: own(to, '/oauth2/token'),
            jwks_uri: own(to, '/.well-known/jwks.json'),
            service_documentation: own(to, AUTHENTICATION),
          }),
        'Scanners refuse metadata whose issuer is another address (RFC 8414, section 3.3).',
      ),
    ],
  },
  {
    path: '/.well-known/jwks.json',
    type: 'application/json',
    open: true,
    expect: [
      json('keys', z.object({ keys: z.array(z.unknown()) }), 'A key set has a list of keys (RFC 7517).'),
    ],
  },
  {
    path: '/openapi.json',
    type: 'application/json',
    open: true,
    expect: [
      json(
        'description',
        (to) =>
          z.object({
            openapi: z.string().startsWith('3.1'),
            servers: z.tuple([z.object({ url: z.literal(to.publishedAs) })]),
            paths: z.object({
              '/mcp': z.object({ post: z.unknown() }),
              '/oauth2/token': z.object({ post: z.unknown() }),
              '/score/{target}': z.object({ get: z.unknown() }),
              '/score/{target}/md': z.object({ get: z.unknown() }),
              '/score/{target}/json': z.object({ get: z.unknown() }),
            }),
          }),
        'Clients that are generated from it call the server that it names.',
      ),
    ],
  },
  {
    path: '/catalog.json',
    type: 'application/json',
    open: true,
    expect: [json('catalog', z.object({ sites: z.array(z.object({})) }), 'Downloads are read by programs.')],
  },
  { path: '/catalog.csv', type: 'text/csv', open: true },
  {
    path: '/dataset/datapackage.json',
    type: 'application/json',
    open: true,
    expect: [
      json(
        'resources',
        z.object({ resources: z.array(z.object({ path: z.string() })).min(1) }),
        'It says what the files of the dataset hold.',
      ),
    ],
  },
  { path: '/dataset/shares.csv', type: 'text/csv', open: true },
  { path: '/dataset/verdicts.parquet', type: 'application/vnd.apache.parquet', open: true },
  {
    path: '/changes.json',
    type: 'application/json',
    open: true,
    expect: [
      json('changes', z.object({ changes: z.array(z.object({})) }), 'Downloads are read by programs.'),
    ],
  },
  { path: '/changes.atom', type: 'application/atom+xml', open: true },
  { path: '/changes.feed.json', type: 'application/feed+json', open: true },
  {
    path: '/checks.json',
    type: 'application/json',
    open: true,
    expect: [
      json(
        'checks',
        z.object({ checks: z.array(z.object({ id: z.string() })).length(CHECK_COUNT) }),
        `The catalogue has ${CHECK_COUNT} checks.`,
      ),
    ],
  },
  {
    path: '/spec.json',
    type: 'application/json',
    expect: [body('version', SPEC_VERSION, 'Scorecards name the version of the standard that is published.')],
  },
  { path: '/spec.md', type: 'text/markdown' },
  { path: `/fix/${catalogue[0]?.id}.md`, type: 'text/markdown' },
  {
    path: '/schema/audit.schema.json',
    type: 'application/schema+json',
    open: true,
    expect: [
      body('version', SCHEMA_VERSION, 'The schema must be that of the scorecards that are published.'),
    ],
  },
  {
    path: '/mcp-skill.md',
    type: 'text/markdown',
    expect: [body('tool', 'score_cli', 'The guide for MCP clients must name the tool that audits.')],
  },
  {
    path: '/robots.txt',
    type: 'text/plain',
    expect: [
      body('Content-Signal', /^Content-Signal:/m, 'Crawlers read there what the content may be used for.'),
      that('Sitemap', 'Crawlers find the pages by it.', ({ text }, { publishedAs }) =>
        text.includes(`Sitemap: ${publishedAs}/sitemap.xml`)
          ? undefined
          : { expected: `Sitemap: ${publishedAs}/sitemap.xml`, seen: 'none' },
      ),
    ],
  },
  {
    path: '/.well-known/security.txt',
    type: 'text/plain',
    expect: [
      body('Contact', /^Contact: /m, 'Who finds a flaw must know whom to tell (RFC 9116).'),
      that(
        'Expires',
        'An expired file is not to be relied on (RFC 9116, section 2.5.5).',
        ({ text }, { now }) => {
          const [, seen = 'none'] = /^Expires: (.*)$/m.exec(text) ?? [];
          return Date.parse(seen) > now.getTime() ? undefined : { expected: 'a date to come', seen };
        },
      ),
    ],
  },
];

export function documentProbes(): readonly Probe[] {
  return [...DOCUMENTS.map(probeOf), signatures];
}

export function probeOf({ path, type: wanted, open, ownUrls, expect = [] }: Document): Probe {
  const ask = { path };
  return {
    group: 'documents',
    ask,
    expect: [
      status(200, NOT_THERE),
      type(wanted, WRONG_TYPE),
      HAS_TAG,
      ...(open === true ? [OPEN] : []),
      ...expect,
      ...(ownUrls === true ? [OWN_URLS] : []),
    ],
    follow: revalidated({ group: 'documents', ask }),
  };
}

const OWN_URLS: Expectation = that(
  'addresses',
  'Every address that the service publishes of itself must be its own: programs follow them.',
  (answer, deployment) => {
    const value = jsonOf(answer);
    const published = urlsIn(value).filter((url) => url !== schemaOf(value));
    return foreign(published, deployment);
  },
);

const schemaOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, SCHEMA_MEMBER) : undefined;

/** The first URL that is none of the deployment's. */
export function foreign(urls: readonly string[], { publishedAs }: Deployment) {
  const seen = urls.find((url) => url !== publishedAs && !url.startsWith(`${publishedAs}/`));
  return seen === undefined ? undefined : { expected: `${publishedAs}/…`, seen };
}

/** Only where the operator has set a key (contract: decisions.md, "One audit"). */
const signatures: Probe = {
  group: 'documents',
  about: 'only where audits are signed',
  ask: { path: '/.well-known/http-message-signatures-directory' },
  expect: [
    status([200, 404], NOT_THERE),
    that('keys', 'Sites that check our signatures look for the keys here.', (answer) => {
      if (answer.status === 404) return undefined;
      const shape = z.object({ keys: z.array(z.object({ kty: z.literal('OKP'), x: z.string() })).min(1) });
      const media = answer.headers['content-type'];
      if (media !== 'application/http-message-signatures-directory+json')
        return { expected: 'application/http-message-signatures-directory+json', seen: media ?? 'nothing' };
      return shape.safeParse(jsonOf(answer)).success
        ? undefined
        : { expected: 'Ed25519 keys', seen: 'another document' };
    }),
    that('private key', 'Whoever has the private key signs as this service.', ({ status: seen, text }) =>
      seen === 200 && /"d"\s*:/.test(text) ? { expected: 'public keys only', seen: 'member d' } : undefined,
    ),
  ],
};
