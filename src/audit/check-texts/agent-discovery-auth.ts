import type { Definition } from './definition.ts';

export const agentDiscoveryAuth = [
  {
    id: 'oauth-discovery',
    category: 'agent-discovery-auth',
    keyword: 'may',
    principle: 'P1',
    label: 'OAuth discovery metadata is published',
    fails: 'No complete OAuth discovery metadata is published',
    goal: 'Agents find out on their own where to get a token, and how.',
    passesWhen:
      '`/.well-known/oauth-authorization-server` or `/.well-known/openid-configuration` responds with JSON that has this host’s `issuer` and a token or authorization endpoint.',
    fix: 'Serve the authorization server metadata as JSON at /.well-known/oauth-authorization-server (or /.well-known/openid-configuration), with the public address of the server as `issuer` and the endpoints that it has.',
    findings: {
      noncompliant: 'The OAuth discovery document is incomplete.',
      broken: 'The OAuth discovery document cannot be read.',
    },
    resources: [
      {
        label: 'RFC 8414: OAuth 2.0 Authorization Server Metadata',
        url: 'https://www.rfc-editor.org/rfc/rfc8414.html',
      },
      {
        label: 'OpenID Connect Discovery 1.0',
        url: 'https://openid.net/specs/openid-connect-discovery-1_0.html',
      },
    ],
  },

  {
    id: 'oauth-protected-resource',
    category: 'agent-discovery-auth',
    keyword: 'may',
    principle: 'P1',
    label: 'Protected-resource metadata is published',
    fails: 'No complete protected-resource metadata is published',
    goal: 'Agents that get 401 from an MCP endpoint learn which authorization server to use.',
    passesWhen:
      '`/.well-known/oauth-protected-resource`, or the address in the endpoint’s challenge, responds with JSON that has the endpoint as `resource` (RFC 9728).',
    fix: 'Serve the metadata of the MCP endpoint as JSON at /.well-known/oauth-protected-resource followed by the path of the endpoint, with the public URL of the endpoint as `resource` and with `authorization_servers`, and name its URL as `resource_metadata` in WWW-Authenticate. It must answer 200 without a token: clients look nowhere else.',
    findings: {
      noncompliant: 'The protected-resource metadata is incomplete.',
      broken: 'Clients cannot read the protected-resource metadata.',
    },
    resources: [
      {
        label: 'RFC 9728: OAuth 2.0 Protected Resource Metadata',
        url: 'https://www.rfc-editor.org/rfc/rfc9728.html',
      },
      {
        label: 'MCP: authorization',
        url: 'https://modelcontextprotocol.io/specification/2025-06-18/basic/authorization',
      },
    ],
  },

  {
    id: 'auth-md',
    category: 'agent-discovery-auth',
    keyword: 'may',
    principle: 'P1',
    label: 'An auth.md explains how agents get access',
    fails: 'No readable auth.md is published',
    goal: 'Agents read in plain words how to register, which credentials to ask their user for, and what those allow.',
    passesWhen: '`/.well-known/auth.md` or `/auth.md` responds with text that is not HTML.',
    fix: 'Serve a Markdown document at /.well-known/auth.md (or /auth.md) that says how an agent registers, gets credentials, sends them and returns them.',
    findings: { broken: 'auth.md is not a text file.' },
    resources: [
      {
        label: 'RFC 7591: OAuth 2.0 Dynamic Client Registration',
        url: 'https://www.rfc-editor.org/rfc/rfc7591.html',
      },
      { label: 'RFC 8615: well-known URIs', url: 'https://www.rfc-editor.org/rfc/rfc8615.html' },
    ],
  },

  {
    id: 'ai-catalog',
    category: 'agent-discovery-auth',
    keyword: 'may',
    principle: 'P8',
    label: 'An ai-catalog.json lists what the site offers agents',
    fails: 'No correct ai-catalog.json is published',
    goal: 'Agents find the MCP servers, agents and other AI artifacts of the site in one list.',
    passesWhen:
      '`/.well-known/ai-catalog.json` responds with JSON that has members of the catalog’s specification.',
    fix: 'Serve a JSON catalog at /.well-known/ai-catalog.json that names each artifact, its type and its URL.',
    findings: { broken: 'ai-catalog.json cannot be read.' },
    resources: [
      { label: 'AI Catalog specification', url: 'https://github.com/Agent-Card/ai-catalog' },
      { label: 'RFC 8615: well-known URIs', url: 'https://www.rfc-editor.org/rfc/rfc8615.html' },
    ],
  },

  {
    id: 'a2a-agent-card',
    category: 'agent-discovery-auth',
    keyword: 'may',
    principle: 'P8',
    label: 'An A2A agent card is published',
    fails: 'No correct A2A agent card is published',
    goal: 'Other agents learn what this site’s agent can do, and where and how to talk to it.',
    passesWhen:
      '`/.well-known/agent-card.json` responds with JSON that has everything its A2A version requires.',
    fix: 'Serve the agent card as JSON at /.well-known/agent-card.json with everything its version requires: for A2A 1.0 `supportedInterfaces`, for 0.3 `url` and `protocolVersion`, for 0.2 `url`, for all `name`, `description`, `version`, `capabilities`, `defaultInputModes`, `defaultOutputModes` and `skills`.',
    findings: {
      noncompliant: 'The A2A agent card lacks what its version requires.',
      broken: 'The A2A agent card cannot be read.',
    },
    resources: [
      { label: 'Agent2Agent protocol', url: 'https://a2a-protocol.org/latest/specification/' },
      {
        label: 'A2A 1.0: the schema',
        url: 'https://github.com/a2aproject/A2A/blob/v1.0.1/specification/a2a.proto',
      },
    ],
  },

  {
    id: 'agent-skills',
    category: 'agent-discovery-auth',
    keyword: 'may',
    principle: 'P8',
    label: 'An index of agent skills is published',
    fails: 'No correct index of agent skills is published',
    goal: 'Agents find the skills that teach them to work with this site, and load the one they need.',
    passesWhen:
      '`/.well-known/agent-skills/index.json` responds with JSON whose `skills` is not empty and whose digests are right.',
    fix: 'Serve a JSON index at /.well-known/agent-skills/index.json with the `$schema` of 0.2.0 and a `skills` array that gives the name, type, description, URL and digest of each skill, and recompute the digests whenever a file changes.',
    findings: {
      noncompliant: 'The index of agent skills is incomplete.',
      broken: 'The index of agent skills is wrong or cannot be read.',
    },
    resources: [
      { label: 'Agent Skills specification', url: 'https://agentskills.io/specification' },
      {
        label: 'Agent Skills Discovery',
        url: 'https://github.com/cloudflare/agent-skills-discovery-rfc',
      },
    ],
  },
] as const satisfies readonly Definition[];
