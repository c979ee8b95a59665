/** What is asked of a deployment and what must hold of the answer, as data: the tables are made of these. */

/** The groups of a report, in its order. */
export const GROUPS = {
  pages: 'Pages',
  negotiation: 'Negotiation',
  documents: 'Documents for programs',
  published: 'What the service publishes about itself',
  scorecards: 'Scorecards',
  redirects: 'Redirects',
  missing: 'What is not there',
  mcp: 'MCP',
  token: 'Token endpoint',
  cors: 'CORS',
  limits: 'Limits',
  audit: 'Live audit',
} as const;

export type Group = keyof typeof GROUPS;

/** One request. */
export interface Ask {
  /** GET where left out. */
  readonly method?: string;
  /** With its query. */
  readonly path: string;
  /** By names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface DeploymentAnswer {
  readonly status: number;
  /** By names in lower case; several values of a field are joined as RFC 9110, section 5.3 has it. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** The deployment that is verified. */
export interface Deployment {
  /** Where it is asked, without a slash at the end. */
  readonly at: string;
  /** The address that it must publish as its own, without a slash at the end: the same, but for previews. */
  readonly publishedAs: string;
  /** When it is verified. */
  readonly now: Date;
}

/** What was expected and what was seen instead, each as it reads after `expected` and `seen`. */
export interface Difference {
  readonly expected: string;
  readonly seen: string;
}

export interface Expectation {
  /** What is looked at: `status`, `Vary`. */
  readonly what: string;
  /** Why it matters, in one sentence. */
  readonly why: string;
  /** Where it does not hold, nothing else of the answer is judged: it is not the answer that was asked for. */
  readonly decisive?: true;
  /** Pure. `undefined` where it holds. */
  judge(answer: DeploymentAnswer, deployment: Deployment): Difference | undefined;
}

export interface DeploymentProbe {
  readonly group: Group;
  /** What the request is, where its method and path do not tell. */
  readonly about?: string;
  readonly ask: Ask;
  readonly expect: readonly Expectation[];
  /** The service's function answers it, so that it counts against the limit of reads. */
  readonly metered?: true | undefined;
  /** The answer is not held to what every answer must have: it comes from the platform, without a body. */
  readonly bare?: true;
  /** What to ask next, given an answer with the expected status. */
  readonly follow?: (answer: DeploymentAnswer, deployment: Deployment) => readonly DeploymentProbe[];
}

/** Something that could not be judged, and why: it is neither right nor wrong. */
export interface Unjudged {
  readonly what: string;
  readonly why: string;
}

/** The addresses that a published URL stands for here; `undefined` for those of other sites. */
export function pathHere(url: string, { publishedAs }: Deployment): string | undefined {
  if (url === publishedAs) return '/';
  return url.startsWith(`${publishedAs}/`) ? (url.slice(publishedAs.length).split('#')[0] ?? '') : undefined;
}
