/** What a site says of itself, as far as files can be made of it. It stands beside a scorecard and changes nothing in it. */

/** Untrusted: the site's own words, on one line and cut. Paths are of the audited origin and begin with a slash. */
export interface SiteFacts {
  /** Of the home page. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** The path of the sitemap that answers. */
  readonly sitemap?: string | undefined;
  /** How many pages the sitemap lists beside the home page, and those that were asked for their titles; a recording holds none. */
  readonly pages?: { readonly listed: number; readonly titled: readonly TitledPage[] } | undefined;
  /** The OpenAPI description that answers, and the media type that it has. */
  readonly openapi?: { readonly path: string; readonly type: string } | undefined;
  /** The MCP endpoint that answers, and what it says of itself. */
  readonly mcp?: McpServerFacts | undefined;
}

/** A page that answers as one of its own, with a title of its own. */
export interface TitledPage {
  readonly path: string;
  readonly title: string;
  readonly description?: string | undefined;
}

export interface McpServerFacts {
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}
