/** Builds the documents under `/.well-known/`. */
import { createHash } from 'node:crypto';
import type { SigningKey } from '../audit/io/signing.ts';
import { CARD_SCHEMA } from '../audit/parse/mcp-card.ts';
import { version } from '../base/package.ts';
import { forAgents } from '../report/markdown/document.ts';
import type { Guide } from './content.ts';
import { guideMarkdown } from './pages-markdown.ts';

type Json = Readonly<Record<string, unknown>>;

const TITLE = 'Agent readiness catalog';
/** The description of the MCP server. The registry and the schema of server cards allow at most 100 characters. */
const SUMMARY = 'How ready web sites are for AI agents: scorecards, fixes, live audits, and the standard.';

/** Returns the MCP server's name. Its namespace is the reversed host, as in MCP registries. */
function serverName(origin: string): string {
  return `${new URL(origin).hostname.split('.').toReversed().join('.')}/catalog`;
}

export const OWN_CARD_PATH = '/.well-known/mcp/server-card.json';
const AUTHENTICATION = '/docs/authentication';
/** The protocol revisions that `POST /mcp` supports. */
const MCP_REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;

/** Returns the MCP server card, with the members of both proposals (SEP-1649, SEP-2127), because some clients read only one. */
export function serverCard(origin: string): Json {
  const title = TITLE;
  const endpoint = `${origin}/mcp`;
  return {
    $schema: CARD_SCHEMA,
    name: serverName(origin),
    title,
    version,
    description: SUMMARY,
    websiteUrl: `${origin}/`,
    documentation: `${origin}/mcp-skill.md`,
    serverInfo: { name: 'agent-readiness', title, version },
    // The revision that a client gets if it requests an unsupported one.
    protocolVersion: MCP_REVISIONS[1],
    transport: { type: 'streamable-http', endpoint },
    remotes: [{ type: 'streamable-http', url: endpoint, supportedProtocolVersions: MCP_REVISIONS }],
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    authentication: { required: false, documentation: `${origin}${AUTHENTICATION}` },
  };
}

/** Returns the entry for the MCP registry (https://modelcontextprotocol.io/registry/remote-servers). */
export function registryEntry(origin: string): Json {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: serverName(origin),
    title: TITLE,
    description: SUMMARY,
    version,
    websiteUrl: `${origin}/`,
    remotes: [{ type: 'streamable-http', url: `${origin}/mcp` }],
  };
}

/** Returns the API catalog (RFC 9727), a set of links (RFC 9264) to the HTTP API and the MCP server. */
export function ownApiCatalog(origin: string): Json {
  return {
    linkset: [
      {
        anchor: `${origin}/`,
        'service-desc': [{ href: `${origin}/openapi.json`, type: 'application/json', title: 'OpenAPI 3.1' }],
        'service-doc': [
          { href: `${origin}/llms.txt`, type: 'text/plain', title: 'Index for agents' },
          { href: `${origin}/methodology`, type: 'text/html', title: 'What is measured, and how' },
          { href: `${origin}/command-line`, type: 'text/html', title: 'The command line' },
        ],
      },
      {
        anchor: `${origin}/mcp`,
        'service-desc': [
          { href: `${origin}${OWN_CARD_PATH}`, type: 'application/json', title: 'MCP server card' },
        ],
        'service-doc': [
          { href: `${origin}/mcp-skill.md`, type: 'text/markdown', title: 'Guide for MCP clients' },
        ],
      },
    ],
  };
}

/** Returns the protected resource metadata (RFC 9728). No bearer methods are listed, because no token is accepted. */
export function protectedResource(origin: string): Json {
  return {
    resource: origin,
    resource_name: 'Agent readiness catalog: open, no credentials',
    authorization_servers: [origin],
    bearer_methods_supported: [],
    resource_documentation: `${origin}${AUTHENTICATION}`,
  };
}

/**
 * Returns the authorization server metadata (RFC 8414). The token endpoint responds to every request with the
 * error `public_catalog`. The lists are empty, because clients would replace missing lists with defaults that are not supported.
 */
export function authorizationServer(origin: string): Json {
  return {
    issuer: origin,
    token_endpoint: `${origin}/oauth2/token`,
    jwks_uri: `${origin}/.well-known/jwks.json`,
    response_types_supported: [],
    grant_types_supported: [],
    token_endpoint_auth_methods_supported: ['none'],
    service_documentation: `${origin}${AUTHENTICATION}`,
  };
}

/** Returns the public keys by which sites identify the auditor (draft-ietf-webbotauth-httpsig-protocol-01, section 5.5.1). */
export function keyDirectory(key: SigningKey | undefined): Json {
  return { keys: key === undefined ? [] : [key.publicKey] };
}

/** A JWK Set (RFC 7517) without keys, because the service issues no tokens. */
export const KEY_SET: Json = { keys: [] };

/** Returns the index of the fix guides as skills. Each digest is computed from the file as it is served. */
export function skillsIndex(origin: string, guides: readonly Guide[]): Json {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: guides.map(({ check, summary, body }) => ({
      name: `fix-${check.id}`,
      type: 'skill-md',
      description: summary,
      url: `${origin}/fix/${check.id}.md`,
      digest: `sha256:${createHash('sha256')
        .update(forAgents(guideMarkdown(check, { summary, body }, origin), origin))
        .digest('hex')}`,
    })),
  };
}
