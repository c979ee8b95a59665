/** All evidence of an audit. Each check names the members of `Evidence` that it reads. */

import type { AgentCard } from '../parse/agent-card.ts';
import type { IdentifiedMetadata } from '../parse/agent-metadata.ts';
import type { AiCatalog } from '../parse/ai-catalog.ts';
import type { ApiCatalog } from '../parse/api-catalog.ts';
import type { KeySet } from '../parse/jwks.ts';
import type { LlmsTxt } from '../parse/llms-txt.ts';
import type { McpCard } from '../parse/mcp-card.ts';
import type { OpenApi } from '../parse/openapi.ts';
import type { RobotsTxt } from '../parse/robots.ts';
import type { SecurityTxt } from '../parse/security-txt.ts';
import type { Sitemap } from '../parse/sitemap.ts';
import type { AgentSkills } from './agent-skills.ts';
import type { OpenApiPath, Present, SchemaReplies } from './api.ts';
import type { DeadLink } from './dead-links.ts';
import type { DnsAid } from './dns-aid.ts';
import type { Facts } from './facts.ts';
import type { LlmsLinks, MarkdownFile, TextFile } from './llms.ts';
import type { ContentPage, MarkdownAlternate } from './markdown.ts';
import type { McpInapplicable, McpProbe } from './mcp-answer.ts';
import type { CardAt, HostedCard, ListedCards } from './mcp-cards.ts';
import type { McpDiscoveryResult, McpEndpointFound } from './mcp-endpoint.ts';
import type { McpUnfinished, ModernLane, OnLanes, StatefulLane } from './mcp-lanes.ts';
import type { Reply } from './reply.ts';
import type { RootAskedAgain, RootHtml, RootPage } from './root.ts';
import type { Absent, Inconclusive, Surface } from './surface.ts';

export interface Evidence {
  /** The response to `GET /` with a browser's headers. */
  readonly rootReply: Reply;
  readonly root: Surface<RootPage>;
  readonly rootHtml: RootHtml;
  /** The response for a path that does not exist. */
  readonly notFound: Reply;
  /** The response for a path that does not exist, requested as Markdown. */
  readonly notFoundMarkdown: Reply;
  /** The dead links on the page in `notFoundMarkdown`. */
  readonly notFoundDeadLinks: readonly DeadLink[];
  /** The home page's dead links to resources for programs, from its `Link` header, `<link>` and `<noscript>` elements. */
  readonly rootDeadLinks: readonly DeadLink[];
  /** The response to `GET /` with the User-Agent of an AI assistant. */
  readonly rootForAgent: Reply;
  /** The response to `GET /` with the auditor's own User-Agent. A copy of `rootReply` if the AI assistant got a page. */
  readonly rootForOthers: Reply;
  /**
   * `rootForAgent` and `rootForOthers`, retried with no other request in flight. Set only if the first responses suggest that
   * the site refuses agents.
   */
  readonly rootAskedAgain: RootAskedAgain | undefined;

  readonly robots: Surface<RobotsTxt>;

  readonly sitemap: Surface<Sitemap>;

  readonly dnsAid: DnsAid;

  readonly signatureKeys: Surface<KeySet>;
  readonly securityTxt: Surface<SecurityTxt>;

  readonly llmsTxt: Surface<LlmsTxt & MarkdownFile>;
  readonly llmsFullTxt: Surface<TextFile>;
  /** The results for a sample of the links in llms.txt. If there is no llms.txt, the same as `llmsTxt`. */
  readonly llmsLinks: Surface<LlmsLinks>;
  /** The first llms.txt in a subdirectory that differs from the llms.txt at the root. */
  readonly llmsTxtScoped: Surface<TextFile>;
  readonly llmsFullTxtScoped: Surface<TextFile>;

  /** Another page that is requested as Markdown if the home page is not available as Markdown. */
  readonly contentPage: Surface<ContentPage>;
  readonly markdownByAccept: Surface<MarkdownAlternate>;
  readonly markdownByPlain: Surface<MarkdownAlternate>;
  /** The home page or `contentPage`, requested with the headers of a command-line client. */
  readonly markdownForCli: Surface<MarkdownAlternate>;
  /** The home page or `contentPage`, requested with the headers of an AI assistant that acts for a user. */
  readonly markdownForAgent: Surface<MarkdownAlternate>;
  /**
   * The page that a client got as Markdown (`markdownForCli` or `markdownForAgent`), requested with the auditor's own
   * User-Agent. Shows whether the response depends on the User-Agent.
   */
  readonly markdownForAuditor: Surface<MarkdownAlternate>;

  readonly openapi: Surface<OpenApi>;
  /** The results for the usual paths of an OpenAPI description, in order of preference. */
  readonly openapiPaths: readonly OpenApiPath[];

  readonly apiSurface: Present | Absent | Inconclusive;

  readonly apiCatalog: Surface<ApiCatalog>;

  /** The responses to API requests that should fail, sent until one returns an error status. Empty if this origin has no API. */
  readonly apiErrors: readonly Reply[];

  readonly jsonSchemas: SchemaReplies;

  /** Whether any part of the site requires authorization, or declares that it does. */
  readonly authSurface: Present | Absent | Inconclusive;
  /** The metadata of the OAuth authorization server or the OpenID provider. */
  readonly oauthMetadata: Surface<IdentifiedMetadata>;
  readonly authMd: Surface<string>;
  /** The metadata of an MCP endpoint that requires authorization; `open` if no endpoint does. */
  readonly protectedResource:
    | Surface<IdentifiedMetadata>
    | { readonly state: 'open'; readonly evidence: Facts };

  readonly aiCatalog: Surface<AiCatalog>;
  readonly ardManifest: Surface<AiCatalog>;
  readonly agentCard: Surface<AgentCard>;
  readonly agentSkills: Surface<AgentSkills>;

  /** The results for the current path of the MCP server card, then for its three older paths. */
  readonly mcpCardPaths: readonly CardAt[];
  readonly mcpCanonicalCard: Surface<McpCard>;
  /** The first MCP server card in `mcpCardPaths`. */
  readonly mcpCards: Surface<McpCard>;
  /** The MCP server cards listed in the site's catalogs and links. */
  readonly mcpListedCards: ListedCards;
  /** The card at `<endpoint>/server-card` and the cards in `mcpListedCards`. */
  readonly mcpHostedCards: readonly HostedCard[];
  readonly mcpDiscovery: McpDiscoveryResult;
  /** The MCP endpoint, for checks that only need to know whether it exists. */
  readonly mcpEndpoint: McpEndpointFound | McpInapplicable | Inconclusive;

  readonly mcpStateful: StatefulLane;
  readonly mcpToolsList: McpProbe;
  /** The response to `resources/list` in a 2025 revision, or in 2026-07-28 if the server declares resources only there. */
  readonly mcpResourcesList: McpProbe;
  readonly mcpUnknownMethod: McpProbe;

  readonly mcpModern: ModernLane;
  readonly mcpModernToolsList: McpProbe;
  readonly mcpModernUnknownMethod: McpProbe;
  readonly mcpModernNoCapabilities: McpProbe;
  readonly mcpModernHeaderMismatch: McpProbe;
  readonly mcpModernUnknownVersion: McpProbe;
  /** The response for a future MCP version. A copy of `mcpModernUnknownVersion` if that response lists the supported versions. */
  readonly mcpModernFutureVersion: McpProbe;
  readonly mcpModernUnknownResource: McpProbe;
  readonly mcpModernBatch: McpProbe;

  readonly mcpMalformedBody: OnLanes<McpProbe | McpUnfinished> | McpInapplicable | Inconclusive;
  readonly mcpAcceptImage: OnLanes<McpProbe> | McpInapplicable | Inconclusive;
  readonly mcpAcceptJson: OnLanes<McpProbe> | McpInapplicable | Inconclusive;
  readonly mcpUnknownTool: OnLanes<McpProbe> | McpInapplicable | Inconclusive;

  readonly mcpGet: McpProbe | McpUnfinished;
  readonly mcpCorsPreflight: McpProbe;
  readonly mcpCorsActual: McpProbe;
  readonly mcpUsageDoc: Surface<string> | McpInapplicable;
}

export type EvidenceKey = keyof Evidence;
