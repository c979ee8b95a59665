/** The header and redirect rules that `npm run generate` writes into netlify.toml. The last matching header rule wins. */
import { definitions } from '../src/audit/check-texts/index.ts';
import { PACKAGE_PATHS } from '../src/base/npx.ts';
import { varyOf } from '../src/service/incoming/negotiation.ts';
import { SECURITY_HEADERS } from '../src/service/security-headers.ts';
import { pageAddresses } from '../src/site/nav.ts';
import { OWN_CARD_PATH } from '../src/site/well-known.ts';

interface HeaderRule {
  readonly for: string;
  readonly values: Readonly<Record<string, string>>;
}

interface RedirectRule {
  readonly from: string;
  readonly to: string;
  readonly status: number;
  readonly force?: true;
  readonly rate_limit?: {
    readonly window_limit: number;
    readonly window_size: number;
    readonly aggregate_by: readonly string[];
  };
}

interface Served {
  readonly at: string;
  /** The Content-Type, if the file name extension does not determine it completely. */
  readonly type?: string;
  /** Whether pages from any origin may read the file, because it contains no secrets. */
  readonly open?: true;
  /** Whether Netlify limits requests for the file per IP address. Set for files that programs fetch. */
  readonly limited?: true;
  readonly cache?: string;
}

const text = (kind: string) => `text/${kind}; charset=utf-8`;
const application = (kind: string) => `application/${kind}; charset=utf-8`;
const JSON_TYPE = application('json');
const ATOM = application('atom+xml');
const CSV = `${text('csv')}; header=present`;
const HOUR = 'public, max-age=3600';

const FILES: readonly Served[] = [
  { at: '/score/:target/md', type: text('markdown'), limited: true },
  { at: '/score/:target/json', type: JSON_TYPE, limited: true },
  { at: '/*.md', type: text('markdown') },
  // Paths of pages such as `/fix/agent-friendly-404-md` match `/*.md`, because Netlify lets the dot match any character.
  ...definitions
    .filter(({ id }) => id.endsWith('md'))
    .map(({ id }) => ({ at: `/fix/${id}`, type: text('html') })),
  { at: '/score/:target', type: text('html') },
  { at: '/score/llms.txt', type: text('plain') },
  { at: '/score/:target/badge.svg', open: true, cache: HOUR },
  { at: '/preview/:file', open: true, cache: HOUR },
  { at: '/_astro/*', cache: 'public, max-age=31536000, immutable' },
  {
    at: '/.well-known/api-catalog',
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    open: true,
  },
  { at: '/.well-known/oauth-protected-resource', type: JSON_TYPE, open: true },
  { at: '/.well-known/oauth-authorization-server', type: JSON_TYPE, open: true },
  { at: '/.well-known/jwks.json', open: true },
  { at: OWN_CARD_PATH, open: true },
  { at: '/.well-known/agent-skills/index.json', open: true },
  // This file exists if the operator has set AUDIT_SIGNING_KEY. Programs that verify signatures accept no other media type.
  {
    at: '/.well-known/http-message-signatures-directory',
    type: 'application/http-message-signatures-directory+json',
    open: true,
    cache: 'public, max-age=86400',
  },
  { at: '/openapi.json', open: true },
  { at: '/schema/*', type: application('schema+json'), open: true },
  { at: '/catalog.json', open: true, limited: true },
  { at: '/catalog/:file', open: true, limited: true },
  { at: '/catalog.csv', type: CSV, open: true, limited: true },
  { at: '/changes.json', open: true, limited: true },
  { at: '/changes.atom', type: ATOM, open: true, limited: true },
  { at: '/checks.json', open: true, limited: true },
  { at: '/cli.json', open: true, limited: true },
  ...Object.values(PACKAGE_PATHS).map(
    (at): Served => ({ at, type: 'application/gzip', open: true, limited: true }),
  ),
  { at: '/llms-full.txt', limited: true },
  { at: '/dataset/:file', open: true, limited: true },
  ...['verdicts', 'scores'].flatMap((table): Served[] => [
    { at: `/dataset/${table}.csv`, type: CSV },
    { at: `/dataset/${table}.parquet`, type: 'application/vnd.apache.parquet' },
  ]),
];

/** The Link header (RFC 8288) of the home page, for its HTML and its Markdown. */
const HOME_LINKS = [
  ['/llms.txt', 'describedby', 'text/plain'],
  ['/openapi.json', 'service-desc', 'application/json'],
  ['/.well-known/api-catalog', 'api-catalog', 'application/linkset+json'],
  ['/mcp-skill.md', 'service-doc', 'text/markdown'],
  [OWN_CARD_PATH, 'service-meta', 'application/json'],
]
  .map(([path, rel, type]) => `<${path}>; rel="${rel}"; type="${type}"`)
  .join(', ');

const MOVED: readonly (readonly [from: string, to: string])[] = [
  // Former locations of the MCP server card redirect to its current location.
  ['/.well-known/mcp', OWN_CARD_PATH],
  ['/.well-known/mcp.json', OWN_CARD_PATH],
  ['/mcp.json', OWN_CARD_PATH],
  // Agents look for instructions on authorization at these two paths.
  ['/auth.md', '/docs/authentication.md'],
  ['/.well-known/auth.md', '/docs/authentication.md'],
];

/** @param textPages the ids of the pages in content/pages */
function headerRules(textPages: readonly string[]): readonly HeaderRule[] {
  const pages = textPages.map((id) => ({ id, title: '', description: '', body: '' }));
  const addresses = pageAddresses({
    figures: { latest: null },
    listed: [],
    apart: [],
    guides: [],
    stacks: [],
    principles: [],
    pages,
  });
  const paths = [
    ...addresses.map(({ path }) => path),
    '/score/:target',
    '/score/page/:page',
    '/fix/:check',
    '/fix/on/:stack',
    '/principles/:id',
    '/why-others-differ',
  ];
  return [
    { for: '/*', values: SECURITY_HEADERS },
    ...FILES.map((file) => ({ for: file.at, values: fieldsOf(file) })).filter(
      ({ values }) => Object.keys(values).length > 0,
    ),
    // Pages have two formats, HTML and Markdown. The edge function itself sets `Vary` on the responses that it creates.
    ...paths.map((path) => ({ for: path, values: { Vary: varyOf() } })),
    ...['/', '/index.md'].map((path) => ({ for: path, values: { Link: HOME_LINKS } })),
  ];
}

function fieldsOf({ type, open, cache }: Served): Record<string, string> {
  return {
    ...(type === undefined ? {} : { 'Content-Type': type }),
    // The rule for `/*` sets another Cross-Origin-Resource-Policy. If Netlify sends both values in one header, the header is
    // invalid. Browsers then ignore the header and still let other origins read the file.
    ...(open === undefined
      ? {}
      : { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }),
    ...(cache === undefined ? {} : { 'Cache-Control': cache }),
  };
}

/**
 * Returns the redirects. A file with a rate limit redirects to itself, because Netlify accepts a limit only in a redirect rule.
 * Other files have no such rule, because `netlify dev` drops the headers of redirected files.
 */
function redirectRules(): readonly RedirectRule[] {
  return [
    ...MOVED.map(([from, to]) => ({ from, to, status: 301, force: true as const })),
    ...FILES.filter(({ limited }) => limited).map(({ at }) => ({
      from: at,
      to: at,
      status: 200,
      rate_limit: { window_limit: 300, window_size: 60, aggregate_by: ['ip', 'domain'] },
    })),
  ];
}

const BEGIN = '# Generated by `npm run generate` from scripts/netlify-rules.ts, which gives the reasons.\n';
const END = '# Written by hand from here on.\n';

/** Returns netlify.toml with its generated rules replaced by the current ones. */
export function withRules(toml: string, textPages: readonly string[]): string {
  const list = (name: string, rules: readonly object[]) =>
    `${name} = [\n${rules.map((rule) => `  ${inToml(rule)},\n`).join('')}]\n`;
  const generated = `${list('headers', headerRules(textPages))}\n${list('redirects', redirectRules())}\n`;
  return toml.slice(0, toml.indexOf(BEGIN)) + BEGIN + generated + toml.slice(toml.indexOf(END));
}

/** Returns a value in TOML's inline form. JSON strings are valid in TOML. */
function inToml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inToml).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${name} = ${inToml(one)}`);
  return `{ ${members.join(', ')} }`;
}
