/** isitagentready.com, as Cloudflare describes it. Its code is not public: conditions are those of its fix guides. */
import { alone, type OtherCheck, type OtherTool, pair } from './model.ts';

const COMMERCE =
  'We have no checks of payment. There they say “neutral” for sites that sell nothing, and the answer does not count.';

export const isitagentready: OtherTool = {
  id: 'isitagentready',
  name: 'isitagentready.com',
  short: 'isitagentready.com',
  url: 'https://isitagentready.com/',
  by: 'Cloudflare',
  about: [
    'A web form and an API scan one host for about twenty files, headers and records, and give a level from 0 to 5 and a score. Its results are pass, fail and neutral.',
    'It and we look at many of the same places; it asks mostly whether something is there in the right shape, we also whether it works: whether the MCP endpoint answers, whether digests fit, whether links lead anywhere.',
    'In its score a check that fails counts against a site, whatever the site is, unless a narrower profile is chosen; with us an optional check that a site does not have is “not applicable” and costs nothing in the relative score.',
  ],
  ahead: [
    'It runs a browser for WebMCP and so sees tools that scripts register.',
    'It checks DNSSEC for DNS-AID records, and payment protocols where a site sells something.',
  ],
  unknown: [
    'Its code is not public. What makes a check fail in detail, how redirects and refusals are treated, and how often it asks again is not known to us.',
    'We read stored copies of its documentation from 2026; we could not run it here. It has grown since: dnsAid, authMd and ard are named by users of it, not by the copy that we read.',
    'Its JSON is not read by our comparison, because we have none that we made ourselves.',
  ],
  sources: [
    {
      label: 'Its documentation: checks, API and JSON',
      url: 'https://isitagentready.com/llms-full.txt',
      version: 'stored copy without a date, 18 checks',
      read: '2026-11-22',
    },
    {
      label: 'Its fix guides and five scans, as another project kept them',
      url: 'https://github.com/safa0/isitagentready/tree/56703d5457866506f66d41383bea6e068be0c994/research',
      version: 'commit 56703d5, collected 2026-04-23, 19 checks',
      read: '2026-11-22',
    },
    {
      label: 'A user on the check of DNS-AID',
      url: 'https://github.com/microsoft/aspire.dev/issues/1234',
      version: 'opened 2026-06-09',
      read: '2026-11-22',
    },
    {
      label: 'A user on the checks of auth.md and protected resources',
      url: 'https://github.com/aptos-labs/aptos-docs/pull/494',
      version: 'opened 2026-08-13',
      read: '2026-11-22',
    },
    {
      label: 'A user on the check of the ai-catalog (ARD)',
      url: 'https://github.com/aptos-labs/aptos-docs/pull/500',
      version: 'opened 2026-08-26',
      read: '2026-11-22',
    },
  ],
  checks: [
    one('robotsTxt', 'robots.txt answers 200 as `text/plain` with User-agent lines.', [
      pair(
        'robots',
        'same',
        'theirs',
        'There the type must be text/plain and there must be a User-agent line; we judge the file by what it is and name a wrong type in the evidence.',
      ),
    ]),
    one('sitemap', 'A sitemap is there and is XML.', [
      pair(
        'sitemap',
        'same',
        'neither',
        'Both look in the usual places and in robots.txt; we also accept feeds and text lists that robots.txt names, and a site without a sitemap loses nothing with us.',
      ),
    ]),
    one(
      'linkHeaders',
      'The home page sends Link headers with relations such as `api-catalog`, `service-desc`, `service-doc`, `describedby`.',
      [
        pair(
          'link-headers',
          'same',
          'neither',
          'The relations that count are nearly the same; we also count a link whose target is llms.txt or under /.well-known/, and `alternate` only with a type for machines.',
        ),
      ],
    ),
    one(
      'dnsAid',
      'DNS-AID records are published, and DNSSEC validates them.',
      [
        pair(
          'dns-aid',
          'same',
          'theirs',
          'There the zone must be signed by DNSSEC; for us the records are enough, unless a wildcard answers every name.',
        ),
      ],
      2,
    ),
    one('markdownNegotiation', 'The page answers `Accept: text/markdown` with the type `text/markdown`.', [
      pair(
        'accept-markdown',
        'narrower',
        'theirs',
        'There the scanned page itself must answer as text/markdown; we also accept plain text, and one content page where the home page has no Markdown.',
      ),
    ]),
    one('robotsTxtAiRules', 'robots.txt has rules for AI crawlers.', [
      pair(
        'robots-ai-rules',
        'same',
        'unknown',
        'We want a group that names an AI crawler. The fix guide asks for that too, while reports of users say that a group for all (`*`) passes there.',
      ),
    ]),
    one('contentSignals', 'robots.txt has a Content-Signal line.', [
      pair(
        'content-signals',
        'same',
        'ours',
        'We read the line: a Content-Signal without a known signal set to yes or no is broken with us; on the other hand Content-Usage of the IETF group passes here.',
      ),
    ]),
    one('webBotAuth', 'A directory of keys for message signatures is there. It informs only.', [
      pair(
        'web-bot-auth',
        'same',
        'ours',
        'There it is neutral and does not count; here it is optional, and a directory that is there must have the right type and keys.',
      ),
    ]),
    one('apiCatalog', '`/.well-known/api-catalog` answers 200 as a linkset with entries.', [
      pair(
        'api-catalog',
        'same',
        'neither',
        'There a site without one fails the check; here it applies to sites that have an API.',
      ),
    ]),
    one('oauthDiscovery', 'OAuth or OpenID metadata is there, with issuer and endpoints.', [
      pair(
        'oauth-discovery',
        'same',
        'theirs',
        'There every site without it fails in the full profile; here it applies where a site shows that it asks for authorization, because metadata without a server misleads agents.',
      ),
    ]),
    one(
      'oauthProtectedResource',
      'Protected-resource metadata is there, for the same origin, with authorization servers.',
      [
        pair(
          'oauth-protected-resource',
          'same',
          'theirs',
          'There every site without it fails in the full profile; here it applies where an MCP endpoint asks for authorization.',
        ),
      ],
      3,
    ),
    one(
      'authMd',
      'An auth.md tells agents how to register.',
      [
        pair(
          'auth-md',
          'same',
          'theirs',
          'There every site without it fails in the full profile and its content is read; here it applies where a site asks for authorization, and any text passes.',
        ),
      ],
      3,
    ),
    one('mcpServerCard', '`/.well-known/mcp/server-card.json` names the server and its endpoint.', [
      pair(
        'well-known-mcp-card',
        'same',
        'neither',
        'There every site without a card fails in the full profile; here it applies where there is an MCP endpoint or a card, and further checks then ask the endpoint itself.',
      ),
    ]),
    one(
      'a2aAgentCard',
      '`/.well-known/agent-card.json` has name, version, description, interfaces and skills. Off unless chosen.',
      [
        pair(
          'a2a-agent-card',
          'same',
          'neither',
          'Both read the card; we also accept the older path and version 0.3 and name what a version requires and the card lacks.',
        ),
      ],
    ),
    one('agentSkills', 'An index of skills with schema, names, types, URLs and digests.', [
      pair(
        'agent-skills',
        'same',
        'neither',
        'There each entry must have all fields of version 0.2.0; we accept older indexes, but fetch up to three skills and compare their digests.',
      ),
    ]),
    one('webMcp', 'A browser finds tools that the page registers.', [
      pair(
        'webmcp',
        'wider',
        'neither',
        'They run the page, we read its HTML: tools that a script file registers are seen there and not here.',
      ),
    ]),
    one(
      'ard',
      'An ai-catalog is there, or robots.txt or a link element points to one, with version, host and entries.',
      [
        pair(
          'ai-catalog',
          'wider',
          'theirs',
          'There the fields are checked and pointers are followed; we ask for JSON at the well-known path.',
        ),
      ],
      4,
    ),
    alone('x402', 'An API asks for payment with HTTP 402 and says how to pay.', COMMERCE, 1),
    alone('mpp', 'The OpenAPI description says which operations cost something.', COMMERCE, 1),
    alone('ucp', 'A profile of the Universal Commerce Protocol is there.', COMMERCE, 1),
    alone('acp', 'A discovery document of the Agentic Commerce Protocol is there.', COMMERCE, 1),
    alone('ap2', 'The agent card names the AP2 payment extension.', COMMERCE, 1),
  ],
};

function one(id: string, asks: string, ours: OtherCheck['ours'], source = 1): OtherCheck {
  return { id, asks, ours, source };
}
