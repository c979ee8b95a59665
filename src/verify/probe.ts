/** What is requested of a deployment and what its response must have, as data: the tables consist of these. */

/** The groups of a report, in its order: the title of each, and why it matters. */
export const GROUPS = {
  pages: ['Pages', 'People and search engines follow links to these pages.'],
  negotiation: ['Negotiation', 'Agents are promised text, and browsers the page, at the same address.'],
  documents: ['Documents for programs', 'Programs look for it at this address, and read it by its type.'],
  published: [
    'What the service publishes about itself',
    'Agents, search engines and package managers rely on every address and digest that is published.',
  ],
  scorecards: ['Scorecards', 'The address is in every text about the site.'],
  redirects: ['Redirects', 'Clients of earlier proposals look for the server card here.'],
  missing: ['What is not there', 'Agents need a status, a type and a way on that they understand.'],
  mcp: ['MCP', 'A client that gets another response does not connect.'],
  token: ['Token endpoint', 'Scanners must learn that there are no credentials here.'],
  cors: ['CORS', 'Pages of other origins must not spend the audits of their visitors.'],
  limits: ['Limits', 'Programs must learn what the service allows, and when to come back.'],
  audit: ['Live audit', 'Whoever opens the address of a live result must see what was just measured.'],
} as const;

export type Group = keyof typeof GROUPS;

/** One request. */
export interface Ask {
  /** GET if left out. */
  readonly method?: string;
  /** With its query. */
  readonly path: string;
  /** By names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface DeploymentAnswer {
  readonly status: number;
  /** By names in lower case; several values of a header are joined (RFC 9110, section 5.3). */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** The deployment that is verified. */
export interface Deployment {
  /** Where requests go, without a slash at the end. */
  readonly at: string;
  /** The address that it must publish as its own, without a slash at the end. It differs for previews. */
  readonly publishedAs: string;
  /** When it is verified. */
  readonly now: Date;
}

/** An expectation that does not hold. */
export interface Fault {
  /** `status`, `Vary` */
  readonly what: string;
  readonly expected: string;
  readonly seen: string;
}

/** Pure. Returns `undefined` if it holds. */
export type Expectation = (answer: DeploymentAnswer, deployment: Deployment) => Fault | undefined;

export interface DeploymentProbe {
  readonly group: Group;
  /** What the request is, if its method and path do not tell. */
  readonly about?: string;
  readonly ask: Ask;
  /** Any of these; 200 if left out. With another status nothing else of the response is judged. */
  readonly status?: number | readonly number[];
  /** Media types, any of these. */
  readonly type?: string | readonly string[];
  readonly expect?: readonly Expectation[];
  /** The function responds, so the request counts against the limit of reads. */
  readonly metered?: boolean;
  /** The response has an ETag, and is requested again with it. */
  readonly tagged?: boolean;
  /** The platform responds without a body, and without the headers of every response. */
  readonly bare?: true;
  /** What to request next, given a response with the expected status. */
  readonly follow?: (answer: DeploymentAnswer, deployment: Deployment) => readonly DeploymentProbe[];
}

/** The path of a published URL on the verified deployment; `undefined` for a URL of another site. */
export function pathHere(url: string, { publishedAs }: Deployment): string | undefined {
  if (url === publishedAs) return '/';
  return url.startsWith(`${publishedAs}/`) ? (url.slice(publishedAs.length).split('#')[0] ?? '') : undefined;
}
