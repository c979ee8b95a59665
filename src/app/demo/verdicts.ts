/** The expected results of the demo sites, written by hand from the rules of the checks. */
import { definitions } from '../../audit/check-texts/index.ts';
import type { Expected, VerdictTable } from './site.ts';

/**
 * One line per check, one column per site. `n_a` means that the check does not apply to the site, `optional` that the site
 * does not have an optional feature (a MAY). Checks without a line are `absent` on every site, or `optional` for a MAY.
 */
const TABLE = `
check                       ready  docs      api       spa       neglected     broken
robots                      pass   pass      pass      absent    pass          broken
sitemap                     pass   pass      optional  optional  broken        broken
link-headers                pass   absent    pass      absent    noncompliant  absent  # The library's home page names what is not there.
root-link-rel               pass   absent    n_a       absent    noncompliant  pass  # The root of Berthline is JSON.
agent-friendly-404          pass   pass      pass      broken    pass          pass
agent-friendly-404-md       pass   absent    absent    n_a       absent        noncompliant  # Stormglass has Markdown without a way on.
dns-aid                     n_a    n_a       n_a       n_a       n_a           n_a  # The demo sites are served on addresses, which have no DNS records.
llms-txt                    pass   absent    pass      absent    pass          broken
llms-txt-format             pass   n_a       pass      n_a       noncompliant  n_a
llms-txt-when-to-use        pass   n_a       pass      n_a       absent        n_a
llms-txt-links              pass   n_a       pass      n_a       broken        n_a
llms-full-txt               pass   n_a       optional  n_a       broken        n_a
llms-txt-scoped             pass   n_a       optional  n_a       optional      n_a
llms-full-txt-scoped        pass   n_a       n_a       n_a       n_a           n_a
accept-markdown             pass   absent    n_a       absent    pass          broken
markdown-accept-plain       pass   optional  n_a       optional  optional      broken
markdown-cli-ua             pass   optional  n_a       optional  pass          optional
markdown-agent-ua           pass   optional  n_a       optional  pass          error  # Stormglass refuses AI assistants: what it would give them cannot be seen.
markdown-vary               pass   n_a       n_a       n_a       noncompliant  error
markdown-frontmatter        pass   n_a       n_a       n_a       broken        error
root-meta-description       pass   pass      n_a       pass      noncompliant  noncompliant  # Stormglass repeats the title.
schema-org-jsonld           pass   pass      n_a       optional  optional      broken
content-without-js          pass   pass      n_a       absent    pass          absent
semantic-html               pass   pass      n_a       optional  pass          optional
noscript-fallback           pass   absent    n_a       absent    noncompliant  absent
agent-ua-reachable          pass   pass      pass      pass      pass          broken
robots-ai-rules             pass   absent    absent    n_a       pass          n_a
content-signals             pass   absent    absent    n_a       broken        n_a
web-bot-auth                pass   optional  optional  optional  optional      broken
security-txt                pass   optional  pass      optional  noncompliant  broken
openapi                     pass   n_a       pass      n_a       noncompliant  broken
json-errors                 pass   n_a       pass      n_a       pass          broken
rate-limit-headers          pass   n_a       pass      n_a       noncompliant  absent  # The library says what the limit is, and not what is left of it.
api-catalog                 pass   n_a       optional  n_a       optional      broken
json-schemas                pass   n_a       n_a       n_a       n_a           broken
mcp-initialize              pass   n_a       n_a       n_a       n_a           noncompliant  # Stormglass does not say what the server is.
mcp-capabilities            pass   n_a       n_a       n_a       n_a           pass  # Stormglass advertises tools and resources, whatever comes of them.
mcp-tools-list              pass   n_a       n_a       n_a       n_a           broken
mcp-resources-list          pass   n_a       n_a       n_a       n_a           broken
mcp-unknown-method          pass   n_a       n_a       n_a       n_a           broken
mcp-unknown-tool            pass   n_a       n_a       n_a       n_a           noncompliant  # Stormglass answers with isError.
mcp-server-discover         pass   n_a       n_a       n_a       n_a           noncompliant  # The same.
mcp-modern-tools-list       pass   n_a       n_a       n_a       n_a           broken
mcp-modern-unknown-method   pass   n_a       n_a       n_a       n_a           broken
mcp-modern-resources-miss   pass   n_a       n_a       n_a       n_a           broken
mcp-modern-clientcaps       pass   n_a       n_a       n_a       n_a           broken
mcp-modern-header-mismatch  pass   n_a       n_a       n_a       n_a           broken
mcp-modern-version-reject   pass   n_a       n_a       n_a       n_a           broken
mcp-batch-reject            pass   n_a       n_a       n_a       n_a           broken
mcp-malformed-body          pass   n_a       n_a       n_a       n_a           broken
mcp-get-fast-fail           pass   n_a       n_a       n_a       n_a           broken
mcp-accept-unsatisfiable    pass   n_a       n_a       n_a       n_a           absent  # Stormglass ignores an Accept that it cannot meet.
mcp-accept-json             pass   n_a       n_a       n_a       n_a           broken
mcp-cors-preflight          pass   n_a       n_a       n_a       n_a           broken
mcp-cors-actual             pass   n_a       n_a       n_a       n_a           broken
well-known-mcp-card         pass   n_a       pass      n_a       absent        broken
mcp-card-legacy-aliases     pass   n_a       optional  n_a       optional      broken  # Stormglass has a temporary redirect, and a card in an old place.
mcp-usage-doc               pass   n_a       optional  n_a       optional      broken
webmcp                      pass   optional  n_a       n_a       optional      broken
oauth-discovery             pass   n_a       pass      n_a       optional      broken  # The alerts of Tidewatch need a token, so that it has an auth surface.
oauth-protected-resource    n_a    n_a       pass      n_a       noncompliant  n_a  # The endpoints of Tidewatch and Stormglass never challenge. The library does not say what resource it is about.
auth-md                     pass   n_a       pass      n_a       optional      broken
ai-catalog                  pass   optional  optional  optional  optional      broken
a2a-agent-card              pass   optional  optional  optional  optional      broken
agent-skills                pass   optional  optional  optional  optional      broken
`;

/** Checks that can fail but fail on none of the demo sites. To show such a failure, another demo site would be necessary. */
export const NEVER_WRONG: readonly string[] = [
  'content-without-js',
  'markdown-agent-ua',
  'markdown-cli-ua',
  'mcp-accept-unsatisfiable',
  'mcp-capabilities',
];

const WORDS: Readonly<Record<string, Expected>> = {
  n_a: 'n_a (antecedent-unmet)',
  optional: 'n_a (optional-absent)',
};

const [HEAD = [], ...ROWS] = TABLE.trim()
  .split('\n')
  .map((line) => line.replace(/#.*/, '').trim().split(/\s+/));

/**
 * Returns what an audit of the demo site must report, by check id.
 * @throws Error if the table does not have the site
 */
export function verdictsOf(site: string): VerdictTable {
  const column = HEAD.indexOf(site);
  if (column < 1) throw new Error(`The table has no column for ${site}.`);
  const table: Record<string, Expected> = {};
  for (const { id, keyword } of definitions)
    table[id] = keyword === 'may' ? 'n_a (optional-absent)' : 'absent';
  for (const [id = '', ...words] of ROWS) {
    const word = words[column - 1] ?? '';
    table[id] = WORDS[word] ?? (word as Expected);
  }
  return table;
}
