/** agent-ready.dev: what it asks of protocols for agents (C). They are reported and not scored. */
import { alone, type OtherCheck, pair } from './model.ts';

const PAYMENT = 'We have no checks of payment.';
const LEFT_OUT = 'There a missing file leaves the check out';

export const AGENT_READY_PROTOCOL_CHECKS: readonly OtherCheck[] = [
  {
    id: 'C1',
    asks: 'A card of the MCP server is at `/.well-known/mcp.json`.',
    ours: [
      pair(
        'well-known-mcp-card',
        'same',
        'neither',
        `${LEFT_OUT}, and the older path counts; here the card belongs at /.well-known/mcp/server-card.json, or where the ai-catalog or the endpoint names it.`,
      ),
      pair(
        'mcp-card-legacy-aliases',
        'narrower',
        'neither',
        'For us the older path is an alias that should lead to the card, for them it is the place of the card.',
      ),
    ],
  },
  {
    id: 'C2',
    asks: 'The card has its required fields.',
    ours: [
      pair(
        'well-known-mcp-card',
        'same',
        'unknown',
        'We want a name and an endpoint or transport, and then ask the endpoint itself; which fields they want is not published.',
      ),
    ],
  },
  {
    id: 'C3',
    asks: 'Protected-resource metadata of the MCP server is there.',
    ours: [
      pair(
        'oauth-protected-resource',
        'same',
        'unknown',
        'With us it applies only where the MCP endpoint asks for authorization.',
      ),
    ],
  },
  {
    id: 'C4',
    asks: 'An A2A agent card is there with the right type.',
    ours: [
      pair(
        'a2a-agent-card',
        'same',
        'unknown',
        `${LEFT_OUT}; here it is optional, and the older path counts too.`,
      ),
    ],
  },
  {
    id: 'C5',
    asks: 'The agent card has its required fields.',
    ours: [
      pair(
        'a2a-agent-card',
        'same',
        'unknown',
        'They follow version 1.0; we read 0.3 and 1.0 and name what the version of the card requires and lacks.',
      ),
    ],
  },
  alone(
    'C6',
    'An agents.json (Wildcard) names the endpoints for agents.',
    'We do not look for it: it is a format of one maker, and OpenAPI and the ai-catalog say the same.',
  ),
  alone(
    'C7',
    'agent-permissions.json says what agents may do.',
    'We do not look for it; robots.txt, Content-Signal and Content-Usage are what we read.',
  ),
  alone('C8', 'A profile of UCP is there.', PAYMENT),
  {
    id: 'C9',
    asks: 'The authorization server of a UCP profile has metadata.',
    ours: [
      pair(
        'oauth-discovery',
        'narrower',
        'unknown',
        'They ask it where there is a UCP profile, we wherever a site asks for authorization.',
      ),
    ],
  },
  alone('C10', 'A paid endpoint answers 402.', PAYMENT),
  alone('C11', 'The 402 says how to pay.', PAYMENT),
  alone('C12', 'An NLWeb endpoint answers questions.', 'We do not look for NLWeb.'),
  {
    id: 'C13',
    asks: 'An api-catalog lists the APIs.',
    ours: [
      pair(
        'api-catalog',
        'same',
        'unknown',
        `${LEFT_OUT}; here it is optional and applies to sites that have an API.`,
      ),
    ],
  },
  {
    id: 'C14',
    asks: 'A directory of keys for message signatures is there.',
    ours: [
      pair(
        'web-bot-auth',
        'same',
        'unknown',
        `${LEFT_OUT}; here it is optional, and a directory that is there must have the right type and keys.`,
      ),
    ],
  },
  {
    id: 'C15',
    asks: 'An index of agent skills is there.',
    ours: [
      pair(
        'agent-skills',
        'same',
        'unknown',
        `${LEFT_OUT}; here it is optional, and we fetch up to three skills and compare their digests.`,
      ),
    ],
  },
  {
    id: 'C16',
    asks: 'AI bots get the same content as others.',
    ours: [
      pair(
        'agent-ua-reachable',
        'same',
        'theirs',
        'They compare the content, we whether agents are let in: a different page for agents passes here, since Markdown for agents is what other checks of ours ask for.',
      ),
    ],
  },
  alone(
    'C17',
    'The card of the MCP server declares user interfaces.',
    'We do not judge interfaces that a host draws.',
  ),
  alone('C18', 'A payment challenge (MPP) is sent.', PAYMENT),
  alone('C19', 'The payment challenge has its parameters.', PAYMENT),
  alone('C20', 'The agent card names the AP2 payment extension.', PAYMENT),
  alone('C21', 'A discovery document of ACP is there.', PAYMENT),
];
