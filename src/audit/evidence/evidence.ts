/** Everything that an audit can find, by name: what checks declare in `needs` and `uses`. */

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
  /** The reply to `GET /` as a browser asks. */
  readonly rootReply: Reply;
  readonly root: Surface<RootPage>;
  readonly rootHtml: RootHtml;
  /** The reply to a path that does not exist. */
  readonly notFound: Reply;
  /** The same, asking for Markdown. */
  readonly notFoundMarkdown: Reply;
  /** What is known to be dead of what that names. */
  readonly notFoundDeadLinks: readonly DeadLink[];
  /** What is known to be dead of what the home page names for programs: its header, its link elements, its noscripts. */
  readonly rootDeadLinks: readonly DeadLink[];
  /** The reply to `GET /` with the User-Agent of an AI assistant. */
  readonly rootForAgent: Reply;
  /** The same request with the auditor's own User-Agent: what others get. Asked only where the agent got no page. */
  readonly rootForOthers: Reply;
  /** Both again, one after the other with no other request in flight; only if the first responses accuse the site. */
  readonly rootAskedAgain: RootAskedAgain | undefined;

  readonly robots: Surface<RobotsTxt>;

  readonly sitemap: Surface<Sitemap>;

  readonly dnsAid: DnsAid;

  readonly signatureKeys: Surface<KeySet>;
  readonly securityTxt: Surface<SecurityTxt>;

  readonly llmsTxt: Surface<LlmsTxt & MarkdownFile>;
  readonly llmsFullTxt: Surface<TextFile>;
  /** What became of a sample of the links in llms.txt; whatever `llmsTxt` is where that is not found. */
  readonly llmsLinks: Surface<LlmsLinks>;
  /** The first llms.txt in a directory that says something else than the one at the root. */
  readonly llmsTxtScoped: Surface<TextFile>;
  readonly llmsFullTxtScoped: Surface<TextFile>;

  /** The page that is asked where the home page is answered with no Markdown. */
  readonly contentPage: Surface<ContentPage>;
  /** Asked with `Accept: text/markdown`. */
  readonly markdownByAccept: Surface<MarkdownAlternate>;
  /** Asked with `Accept: text/plain`. */
  readonly markdownByPlain: Surface<MarkdownAlternate>;
  /** Asked by a bare command-line client. */
  readonly markdownForCli: Surface<MarkdownAlternate>;
  /** Asked by an AI assistant for its user. */
  readonly markdownForAgent: Surface<MarkdownAlternate>;
  /**
   * Asked by the auditor under its own name with the same Accept as these two, where either got Markdown: whether it is
   * their names that the answer changes by.
   */
  readonly markdownForAuditor: Surface<MarkdownAlternate>;

  readonly openapi: Surface<OpenApi>;
  /** The check definitions's paths, in their order. */
  readonly openapiPaths: readonly OpenApiPath[];

  readonly apiSurface: Present | Absent | Inconclusive;

  readonly apiCatalog: Surface<ApiCatalog>;

  /**
   * The replies to requests that ought to fail, in the order in which they were sent; only the last one may be an error
   * or inconclusive. Empty where there is no API surface, or the API is on another origin.
   */
  readonly apiErrors: readonly Reply[];

  readonly jsonSchemas: SchemaReplies;

  /** Whether the site asks for authorization anywhere, or says that it does. */
  readonly authSurface: Present | Absent | Inconclusive;
  /** OAuth authorization server or OpenID provider metadata. */
  readonly oauthMetadata: Surface<IdentifiedMetadata>;
  readonly authMd: Surface<string>;
  /** The metadata of the MCP endpoint that asks for authorization; `open`: there is none that does. */
  readonly protectedResource:
    | Surface<IdentifiedMetadata>
    | { readonly state: 'open'; readonly evidence: Facts };

  readonly aiCatalog: Surface<AiCatalog>;
  /** The manifest of Agentic Resource Discovery, asked where there is no ai-catalog. */
  readonly ardManifest: Surface<AiCatalog>;
  readonly agentCard: Surface<AgentCard>;
  readonly agentSkills: Surface<AgentSkills>;

  /** The canonical path and the three older ones, in this order. */
  readonly mcpCardPaths: readonly CardAt[];
  readonly mcpCanonicalCard: Surface<McpCard>;
  /** The first of them that has a card. */
  readonly mcpCards: Surface<McpCard>;
  /** What catalogs and links of the site list. */
  readonly mcpListedCards: ListedCards;
  /** The same, and what is beside the endpoint. */
  readonly mcpHostedCards: readonly HostedCard[];
  readonly mcpDiscovery: McpDiscoveryResult;
  /** The endpoint, for what needs to know only whether there is one. */
  readonly mcpEndpoint: McpEndpointFound | McpInapplicable | Inconclusive;

  readonly mcpStateful: StatefulLane;
  readonly mcpToolsList: McpProbe;
  /** On the stateful lane, or on the modern one where only that has resources. */
  readonly mcpResourcesList: McpProbe;
  readonly mcpUnknownMethod: McpProbe;

  readonly mcpModern: ModernLane;
  readonly mcpModernToolsList: McpProbe;
  readonly mcpModernUnknownMethod: McpProbe;
  readonly mcpModernNoCapabilities: McpProbe;
  readonly mcpModernHeaderMismatch: McpProbe;
  readonly mcpModernUnknownVersion: McpProbe;
  /** Asked where the first version that cannot be is not refused as it should be. */
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
  /** A text about the MCP server. */
  readonly mcpUsageDoc: Surface<string> | McpInapplicable;
}

export type EvidenceKey = keyof Evidence;
