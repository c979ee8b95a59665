/** All rule sets and their changes. The page `/changes` and RULES.md are generated from them. */

import type { Definition } from './definition.ts';
import { definitions } from './index.ts';

interface RuleSet {
  readonly rules: number;
  readonly date: string;
  readonly title: string;
  /** A description in Markdown. Links in it are paths from the root of the project's own site. */
  readonly about: string;
  readonly changes: readonly string[];
}

const FIRST: RuleSet = {
  rules: 1,
  date: '2026-11-21',
  title: 'Standard 0.5.0, schema 0.4, rules 1',
  about: 'The first version that this catalog publishes.',
  changes: [
    'Eight principles with MUST, SHOULD and MAY requirements, all with stable ids: [the standard](/spec).',
    'Checks of web sites for discovery, content, crawl policy, APIs, MCP and authorization, each a MUST, a SHOULD or a MAY: [the checks](/checks).',
    'MCP is checked in both generations of the protocol: the one with a handshake (2025-11-25 is requested, older ones are accepted) and the stateless one (2026-07-28).',
    'Scorecards have two scores, the counts by verdict, and for each failure the evidence, the fix and a prompt: [JSON Schema](/schema/audit.schema.json).',
  ],
};

const SECOND: RuleSet = {
  rules: 2,
  date: '2026-11-22',
  title: 'Rules 2',
  about: 'The standard and the schema are the same; the meaning and the weight of some checks have changed.',
  changes: [
    'A site that refuses every request is no longer scored (`target_blocked`). It is [listed separately](/methodology#sites-that-are-not-ranked).',
    'A site whose owner [declines in robots.txt](/about-the-auditor#to-decline) is not audited: `target_declined`. Earlier results are no longer shown.',
    'At most ten requests of an audit go to other sites, none with a body.',
    'A failure counts only if the same request, repeated alone, fails again.',
    'In the relative score, a noncompliant SHOULD earns nothing, and only half of its points count in the total, as for a missing one.',
    'A category in which no result counts is labeled N/A. A list of fixes shows the score after each fix only if every check was tested.',
    'Scorecards name their rules, and have `cut_short` if the deadline ended the audit.',
    'MCP checks judge what servers really do, and their requests have no side effects. The guide of each check says what is new.',
  ],
};

const THIRD: RuleSet = {
  rules: 3,
  date: '2026-11-23',
  title: 'Rules 3',
  about: 'The standard and the schema are the same; the meaning of some checks has changed.',
  changes: [
    'A home page that fails or redirects in a loop affects only its own checks. If every path returns the same 400 or 203, there is no site to score: `target_unreachable`.',
    'http and https of one host are one site, also in documents that name it. The `servers` of OpenAPI descriptions are compared by host.',
    'The audit accepts what HTTP requires clients to accept: raw bytes in `Location`, an unrequested `100 Continue`, folded headers, many headers over HTTP/2. It resends a request after a 408 on a persistent connection, and uses HTTP/1.1 if a server requires it.',
    'Our own limits (2 MiB of a body, pages, time) cause an error that names the limit, never a failure.',
    'A placeholder address (such as `example.com`) is noncompliant in agent cards, MCP server cards, the api-catalog, contacts of security.txt and `Sitemap:` lines. Links for agents (on a 404 page, in `Link`, `<link>` or `noscript`) are noncompliant if all of them are dead.',
    'YAML is read as libyaml reads it. The api-catalog has its own verdict, and its `item` links may lead to descriptions. JSON Schemas that are neither an object nor a boolean, and key directories without keys, are noncompliant. The metadata of an OAuth issuer whose URL has a path is found.',
    'Bare URLs in the lists of llms.txt are links: the audit requests them, and the format of llms.txt is noncompliant. For the check of instructions in llms.txt, headings that address agents count; headings about agents do not. Markdown declared as HTML is noncompliant.',
    'HTML text inside SVG images (`foreignObject`) counts as text of the page. Agent cards are judged by the members of their own version, and skills indexes by the version that they declare.',
    'MCP: the audit resumes streams that end early and sessions that have expired. An empty list of tools does not pass. The check of 406 does not apply to a server that accepts only JSON. A promised endpoint that answers every call with an error is broken. Cards of other hosts say nothing about this site.',
    'A page that does not refuse the request is no longer taken for a bot wall merely because it has the title of a challenge.',
    'In every comparison, a check that passed and no longer applies counts as worse.',
  ],
};

const FOURTH: RuleSet = {
  rules: 4,
  date: '2026-11-27',
  title: 'Rules 4',
  about: 'The standard and the schema are the same; the meaning of some checks has changed.',
  changes: [
    'A status other than 2xx, 3xx, 404 or 410 counts only if it comes again while no other request is in flight. The same holds for a 202 that responds to a GET or has a body. So a limit on simultaneous requests does not affect the verdict. The check [The home page answers AI agents](/fix/agent-ua-reachable) is broken only if the responses to an agent and to other clients still differ when both requests are repeated.',
    'If `servers` in an OpenAPI description has no path, the base of the API is the longest path prefix that all described paths share. The check [API errors are JSON](/fix/json-errors) requests an unknown path below that base, or at the root if there is none. The evidence names the base, its source and the `Accept` that was sent.',
    'A mention in text (a line of llms.txt, a title in the api-catalog) only suggests an MCP endpoint. It promises none, and the audit sends no POST to a URL that is a page. Cards of `stdio` and `webmcp`, and cards whose address is a page, name no endpoint. A `server.json` to which the home page or the api-catalog links does promise one.',
    'A URL that returns 401 without `WWW-Authenticate` is an MCP endpoint if the protected-resource metadata at its well-known URL names exactly this URL.',
    'A challenge is a promise: if `resource_metadata` of a 401 leads to anything but the document, [protected-resource metadata](/fix/oauth-protected-resource) is broken. Challenges in response to `tools/list` and `tools/call` count, too.',
    'MCP responses: a JSON-RPC body, including errors, must be sent as `application/json` or `text/event-stream`. Otherwise each check that reads it is broken.',
    'MCP tools: one tool that is invalid under the schema of its revision makes the list noncompliant (`required: null`, or in the 2025 revisions an `outputSchema` whose type is not object). The evidence names the tool.',
    'MCP refusals: if a batch is not refused as the guide describes, the check is noncompliant; if `server/discover` gets a 5xx, the check is broken; a 400 about `Accept` counts as 406. The check of unknown resources does not apply to servers without resources.',
    'If the URLs of two documents return the same response (one page for `/.well-known/*` or `*.txt`), both documents are missing, unless the response really is one of them. A text file that only says that there is no such page counts as missing, and so does JSON where a text file is expected. Links of llms.txt to such a text are dead.',
    'Documents without any content of their kind are noncompliant: an [AI catalog](/fix/ai-catalog) or an [index of skills](/fix/agent-skills) without any member of its specification, and a [JSON Schema](/fix/json-schemas) without any keyword.',
    '[Vary](/fix/markdown-vary) must be on both forms of a page, Markdown and HTML, and on a redirect to the Markdown. Markdown that is also returned for unknown paths, and that says that there is no such page, does not count as Markdown of the page.',
    '[security.txt](/fix/security-txt) must follow RFC 9116 exactly: `Expires` once, as an RFC 3339 date and time with a zone; each `Contact` a `mailto:`, `tel:` or `https:` URI; `Preferred-Languages` at most once.',
    'If the `issuer` of [OAuth discovery metadata](/fix/oauth-discovery) or the `resource` of [protected-resource metadata](/fix/oauth-protected-resource) is on another host than the site itself, it is noncompliant: clients must not use it. For a site without a public name, this is checked only if `--canonical-origin` is set.',
    'The check [API errors are JSON](/fix/json-errors) does not request operations whose documented media type is not JSON. [Rate-limit headers](/fix/rate-limit-headers) count only on responses of the API. The response with the OpenAPI description is one of them only if its URL is below the base of the API.',
    'An entry of the [api-catalog](/fix/api-catalog) shows an API only if it leads to an API description of this site: OpenAPI, Swagger, AsyncAPI, WSDL or GraphQL SDL. URI templates in it are expanded without variables.',
    'An index of [agent skills](/fix/agent-skills) with `sha256` in place of `digest` is noncompliant. If a member of an [A2A agent card](/fix/a2a-agent-card) differs only in case, the evidence asks to rename it and does not call it missing.',
    '[Links in llms.txt](/fix/llms-txt-links) work if they return 400, 401, 402, 403, 405, 406, 415, 422, 426 or 429: something is there, but it needs a different request.',
    '[WebMCP](/fix/webmcp) does not apply to a page that loads scripts and shows no tools in its HTML, because scripts are not run. [Front matter](/fix/markdown-frontmatter) may have lines that end in CR alone.',
    'If `meta http-equiv=refresh` leads to another page of the same site within 5 seconds, that page is judged as the home page, as after a redirect.',
    'In [OpenAPI descriptions](/fix/openapi) and [front matter](/fix/markdown-frontmatter), YAML may have a mapping or a list as a key, such as `{{ BASE }}` of a template.',
  ],
};

/** All rule sets, newest first. Each check with `added` is listed as a change in its rule set, which is created if missing. */
export const RULE_SETS: readonly RuleSet[] = definitions
  .reduce(withCheck, [FOURTH, THIRD, SECOND, FIRST])
  .toSorted((a, b) => b.rules - a.rules);

function withCheck(sets: readonly RuleSet[], { id, label, keyword, added }: Definition): readonly RuleSet[] {
  if (added === undefined) return sets;
  const about = 'The standard and the schema are the same; checks have been added.';
  const set = sets.find(({ rules }) => rules === added.rules);
  const { changes, ...rest } = set ?? { ...added, title: `Rules ${added.rules}`, about, changes: [] };
  const change = `A new check, a ${keyword.toUpperCase()}: [${label}](/fix/${id}).`;
  return [...sets.filter((one) => one !== set), { ...rest, changes: [...changes, change] }];
}

/** The number of the current rule set. Each change to a check's definition or meaning needs a new rule set. */
export const RULES = Math.max(...RULE_SETS.map(({ rules }) => rules));
/** The rule set of scorecards without the field `rules`. */
export const FIRST_RULES = FIRST.rules;

/** An explanation of rule sets, in Markdown. */
export const RULE_SETS_ABOUT =
  'Every scorecard names the version of the standard (`spec_version`), the version of its own schema (`schema_version`) and the number of its rules (`rules`). Compare scores only if all three are the same. The [methodology](/methodology#versions-of-the-rules) explains how to tell a change of the site from a change of the rules.';

/** Returns all rule sets and their changes as Markdown. `heading` returns the heading line of a rule set. */
export function ruleSetsMarkdown(heading: (set: RuleSet) => string): string {
  return RULE_SETS.map((set) =>
    [heading(set), set.about, set.changes.map((change) => `- ${change}`).join('\n')].join('\n\n'),
  ).join('\n\n');
}
