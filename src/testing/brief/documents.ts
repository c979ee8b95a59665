/** Documents that a brief describes in words, as an owner would write them. */
import { createHash } from 'node:crypto';

interface Document {
  readonly type: string;
  readonly body: string;
}

const SKILL = '---\nname: tides\ndescription: Reads tide tables.\n---\n\n# Tides\n';
const json = (value: unknown, type = 'application/json'): Document => ({ type, body: JSON.stringify(value) });
const markdown = (body: string): Document => ({ type: 'text/markdown; charset=utf-8', body });

/** Returns the documents that make these checks pass, by path. `mcp` is the path of the MCP endpoint. */
export function describedDocuments(
  origin: string,
  mcp: string,
  hasApi: boolean,
): Readonly<Record<string, Readonly<Record<string, Document>>>> {
  const resource = json({ resource: `${origin}${mcp}`, authorization_servers: [origin] });
  const server = json({ issuer: origin, token_endpoint: `${origin}/oauth2/token` });
  const PROTECTED = '/.well-known/oauth-protected-resource';
  return {
    'ai-catalog': {
      '/.well-known/ai-catalog.json': json({
        entries: [{ type: 'text/markdown', url: `${origin}/llms.txt` }],
      }),
    },
    'a2a-agent-card': {
      '/.well-known/agent-card.json': json({
        ...{ name: 'Office', description: 'Tells tides', version: '1.0.0', capabilities: {}, skills: [] },
        ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] },
        supportedInterfaces: [{ url: `${origin}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      }),
    },
    'agent-skills': {
      '/.well-known/agent-skills/tides/SKILL.md': markdown(SKILL),
      '/.well-known/agent-skills/index.json': json({
        $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
        skills: [
          {
            ...{ name: 'tides', type: 'skill-md', description: 'Reads tide tables.' },
            url: '/.well-known/agent-skills/tides/SKILL.md',
            digest: `sha256:${createHash('sha256').update(SKILL).digest('hex')}`,
          },
        ],
      }),
    },
    'api-catalog': {
      '/.well-known/api-catalog': json(
        {
          linkset: [
            {
              anchor: `${origin}/api`,
              ...(hasApi && { 'service-desc': [{ href: `${origin}/openapi.json` }] }),
            },
          ],
        },
        'application/linkset+json',
      ),
    },
    'web-bot-auth': {
      '/.well-known/http-message-signatures-directory': json(
        { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' }] },
        'application/http-message-signatures-directory+json',
      ),
    },
    'oauth-discovery': { '/.well-known/oauth-authorization-server': server },
    'oauth-protected-resource': { [PROTECTED]: resource, [PROTECTED + mcp]: resource },
    'auth-md': { '/.well-known/auth.md': markdown('# Credentials\n\nAsk the office by mail.\n') },
    'mcp-usage-doc': { '/mcp.md': markdown('# Tools\n\nOne tool tells the tide.\n') },
    'llms-full-txt': { '/llms-full.txt': { type: 'text/plain', body: '# Harbour office\n\nAll of it.\n' } },
  };
}
