/** Probes of everything that the service publishes: package, skills, sitemap, indexes, catalog, scorecards. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { PACKAGE_PATHS } from '../../../base/npx.ts';
import * as probe from '../probe.ts';
import { toolCall } from './service.ts';
import { APPLICATION_JSON, bothForms, OPEN, tagged } from './site.ts';

/** The maximum number of URLs requested from a list, unless all are requested. */
const SAMPLE = 5;

/** Returns the whole list if `all` is set; otherwise items spread evenly over it, including the first and the last. */
export function sampleOf<T>(list: readonly T[], all: boolean): readonly T[] {
  if (all || list.length <= SAMPLE) return list;
  return list.filter((_, i) => (i * (SAMPLE - 1)) % (list.length - 1) < SAMPLE - 1);
}

/** URLs, each with the expectations for its response, such as a digest. */
type Entries = readonly (readonly [url: string, ...expect: probe.Expectation[]])[];
type EntriesOf = (answer: probe.DeploymentAnswer) => Entries;

/** Expects a body with this digest: SHA-256 in hexadecimal or SHA-512 in Base64, optionally after the algorithm's name. */
function digest(algorithm: 'sha256' | 'sha512', stated: string): probe.Expectation {
  return ({ bytes }) => {
    const encoding = algorithm === 'sha256' ? 'hex' : 'base64';
    const computed = createHash(algorithm).update(bytes).digest(encoding);
    return stated.endsWith(computed) ? undefined : probe.fault(algorithm, stated, computed);
  };
}

const factsSchema = z.object({ url: z.string(), sha256: z.string(), integrity: z.string() });
/** Users run the published command, so it must name this deployment's package, not another URL or a package on a registry. */
const FACTS = probe.json('facts', (to) => {
  const run = z.literal(`npx --allow-remote=root ${to.publishedAs}${PACKAGE_PATHS.version}`);
  return factsSchema.extend({ url: probe.ownUrl(to, PACKAGE_PATHS.version), run });
});
const packageIn: EntriesOf = (answer) => {
  const { data } = factsSchema.safeParse(probe.jsonOf(answer));
  if (data === undefined) return [];
  const { sha256, integrity, url } = data;
  return [url, new URL(PACKAGE_PATHS.newest, url).href].map((at) => [
    at,
    digest('sha256', sha256),
    digest('sha512', integrity),
  ]);
};

const skillsSchema = z.object({ skills: z.array(z.object({ url: z.string(), digest: z.string() })) });
const skillsIn: EntriesOf = (answer) => {
  const { skills } = skillsSchema.safeParse(probe.jsonOf(answer)).data ?? { skills: [] };
  return skills.map((skill) => [skill.url, digest('sha256', skill.digest)]);
};

/** @param pattern a pattern whose first group captures the URL */
function linksIn(pattern: RegExp): EntriesOf {
  return ({ text }) => {
    const urls = Array.from(text.matchAll(pattern), ([, url = '']) => url.replaceAll('&amp;', '&'));
    return [...new Set(urls)].map((url) => [url]);
  };
}

/** @param all whether to request every published URL instead of a sample */
export function publishedProbes(all: boolean): readonly probe.DeploymentProbe[] {
  function listing(path: string, type: string, entriesOf: EntriesOf, ...expect: probe.Expectation[]) {
    const ownUrls = probe.ownAddresses((answer) => entriesOf(answer).map(([url]) => url));
    const list: probe.DeploymentProbe = {
      ...tagged('published', path, type, [ownUrls, ...expect]),
      follow: (answer, to) =>
        sampleOf(entriesOf(answer), all).map(([url, ...expect]) => {
          const ask = { path: probe.pathHere(url, to) ?? '/' };
          return { group: 'published', about: `listed in ${path}`, ask, expect };
        }),
    };
    return list;
  }
  const links = linksIn(/\]\((https?:\/\/[^\s()]+)\)/g);
  const skills = probe.json('index', skillsSchema);
  return [
    listing('/cli.json', APPLICATION_JSON, packageIn, FACTS),
    listing('/.well-known/agent-skills/index.json', APPLICATION_JSON, skillsIn, OPEN, skills),
    listing('/sitemap.xml', 'application/xml', linksIn(/<loc>([^<]*)<\/loc>/g)),
    ...['', '/checks', '/fix', '/principles', '/score'].map((folder) =>
      listing(`${folder}/llms.txt`, 'text/plain', links),
    ),
  ];
}

const pagesSchema = z.object({ pages: z.array(z.object({ url: z.string() })) });
const sitesSchema = z.object({ sites: z.array(z.looseObject({ host: z.string() })) });
const pagesIn = (catalog: unknown) => pagesSchema.safeParse(catalog).data?.pages ?? [];

/** Probes the catalog, which is either one document or an index with pages. */
export const CATALOG_PROBE: probe.DeploymentProbe = {
  group: 'documents',
  ask: { path: '/catalog.json' },
  expect: [
    probe.json('catalog', z.union([sitesSchema, pagesSchema])),
    probe.ownAddresses((answer) => pagesIn(probe.jsonOf(answer)).map(({ url }) => url)),
  ],
  follow: (answer, to) =>
    pagesIn(probe.jsonOf(answer)).map(({ url }, i) => {
      const page = probe.json('page', sitesSchema.extend({ page: z.literal(i + 1) }));
      return tagged('documents', probe.pathHere(url, to) ?? '/', APPLICATION_JSON, [OPEN, page]);
    }),
};

/** Returns the host of the first site in the catalog's ranking; `undefined` if no site is ranked. */
export async function rankedHost(read: (path: string) => Promise<unknown>, to: probe.Deployment) {
  const whole = await read('/catalog.json');
  const first = probe.pathHere(pagesIn(whole)[0]?.url ?? '', to);
  const listed = first === undefined ? whole : await read(first);
  return sitesSchema.safeParse(listed).data?.sites[0]?.host;
}

const addresses = (to: probe.Deployment, path: string) => ({
  scorecard_url: probe.ownUrl(to, path),
  markdown_url: probe.ownUrl(to, `${path}/md`),
  json_url: probe.ownUrl(to, `${path}/json`),
});

/** Returns probes of a stored scorecard: its pages, JSON and MCP result. Probes from the OpenAPI description cover the rest. */
export function scorecardProbes(host: string): readonly probe.DeploymentProbe[] {
  const path = `/score/${host}`;
  const group = 'scorecards';
  const envelope = probe.json('envelope', (to) =>
    z.object({ tier: z.literal('cache'), target: z.literal(host), ...addresses(to, path) }),
  );
  return [
    ...[path, `${path}/fix`].flatMap((page) => bothForms(page, group, group)),
    { group, ask: { path: `${path}/json` }, expect: [envelope] },
    { group, ask: { path: `${path}/evidence` }, type: 'text/html' },
    { ...toolCall('get_scorecard', host, () => z.object({ found: z.literal(true) })), group },
  ];
}

/** Returns a probe that audits a site with an MCP tool, then requests the result as JSON and calls the tool again. */
export function auditProbe(target: string): probe.DeploymentProbe {
  const group = 'audit';
  const path = `/score/${target}/live`;
  const live = { tier: z.literal('live'), cut_short: z.undefined().optional() };
  const reported = (to: probe.Deployment) => z.object({ ...live, ...addresses(to, path) });
  return {
    ...toolCall('score_cli', target, reported),
    group,
    follow: ({ text }) => {
      const scored_at = z.literal(/"scored_at":"([^"]*)"/.exec(text)?.[1] ?? '');
      const same = z.object({ freshness: z.object({ scored_at }) });
      // Within a minute of an audit, the service returns the same result and does not count it as an audit.
      const cached = z.object({ freshness: z.object({ cached: z.literal(true), scored_at }) });
      return [
        { group, ask: { path: `${path}/json` }, metered: true, expect: [probe.json('time', same)] },
        { ...toolCall('score_cli', target, () => cached), about: 'once more', group },
      ];
    },
  };
}
