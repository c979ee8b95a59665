/** What the service publishes about itself, followed: package, skills, sitemap, indexes for agents, and the whole catalog. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { fault, json, jsonOf, own, ownAddresses } from '../judge.ts';
import {
  type Deployment,
  type DeploymentAnswer,
  type DeploymentProbe,
  type Expectation,
  pathHere,
} from '../probe.ts';
import { documentProbe, OPEN } from './site.ts';

/** The most addresses of a list that are requested, unless all are. */
const SAMPLE = 5;
const JSON_TYPE = 'application/json';
const group = 'published';

/** Some of a list, evenly spread, including the first and the last. */
export function sampleOf<T>(list: readonly T[], all: boolean): readonly T[] {
  if (all || list.length <= SAMPLE) return list;
  return list.filter((_, i) => (i * (SAMPLE - 1)) % (list.length - 1) < SAMPLE - 1);
}

function digest(algorithm: 'sha256' | 'sha512', encoding: 'hex' | 'base64', stated: string): Expectation {
  return ({ bytes }) => {
    const seen = createHash(algorithm).update(bytes).digest(encoding);
    return stated.endsWith(seen) ? undefined : fault(algorithm, stated, seen);
  };
}

const factsSchema = z.object({ run: z.string(), sha256: z.string(), integrity: z.string() });
/** The command is run on other people's machines: it may name no other address and no package of a registry. */
const facts = (to: Deployment) => {
  const run = z.literal(`npx --allow-remote=root ${to.publishedAs}/cli.tgz`);
  return factsSchema.extend({ url: own(to, '/cli.tgz'), run });
};

const COMMAND_LINE: DeploymentProbe = {
  ...documentProbe('/cli.json', JSON_TYPE, json('facts', facts)),
  group,
  follow: (answer) => {
    const { data } = factsSchema.safeParse(jsonOf(answer));
    if (data === undefined) return [];
    const digests = [digest('sha256', 'hex', data.sha256), digest('sha512', 'base64', data.integrity)];
    return [{ ...documentProbe('/cli.tgz', 'application/gzip', OPEN, ...digests), group }];
  },
};

const skillsSchema = z.object({ skills: z.array(z.object({ url: z.string(), digest: z.string() })) });
const skillsIn = (answer: DeploymentAnswer) => skillsSchema.safeParse(jsonOf(answer)).data?.skills ?? [];

function skills(all: boolean): DeploymentProbe {
  const urls = ownAddresses((answer) => skillsIn(answer).map(({ url }) => url));
  const index = json('index', skillsSchema);
  return {
    ...documentProbe('/.well-known/agent-skills/index.json', JSON_TYPE, OPEN, index, urls),
    group,
    follow: (answer, to) =>
      sampleOf(skillsIn(answer), all).flatMap(({ url, digest: stated }): DeploymentProbe[] => {
        const path = pathHere(url, to) ?? '/';
        const expect = [digest('sha256', 'hex', stated)];
        return [{ group, about: 'skill', ask: { path }, type: 'text/markdown', expect }];
      }),
  };
}

/** Distinct URLs in a text: what the pattern has in parentheses. */
const urlsBy = (pattern: RegExp) => (answer: DeploymentAnswer) => {
  const urls = Array.from(answer.text.matchAll(pattern), ([, url = '']) => url.replaceAll('&amp;', '&'));
  return [...new Set(urls)];
};
const inSitemap = urlsBy(/<loc>([^<]*)<\/loc>/g);
const inMarkdown = urlsBy(/\]\((https?:\/\/[^\s()]+)\)/g);

/** A list of addresses, and some of these addresses, or all. */
function listing(
  path: string,
  urlsOf: (answer: DeploymentAnswer) => readonly string[],
  all: boolean,
): DeploymentProbe {
  const type = path.endsWith('.xml') ? 'application/xml' : 'text/plain';
  return {
    ...documentProbe(path, type, ownAddresses(urlsOf)),
    group,
    follow: (answer, to) =>
      sampleOf(urlsOf(answer), all).map((url) => {
        const ask = { path: pathHere(url, to) ?? '/' };
        return { group, about: `listed in ${path}`, ask };
      }),
  };
}

const count = z.int().min(0);
const list = z.array(z.looseObject({ host: z.string() }));
const lists = { sites: list, apart: list, waiting: list };
const lengths = { sites: count, apart: count, waiting: count };
const counts = z.object({
  ranked: count,
  refusing: count,
  declined: count,
  unreachable: count,
  waiting: count,
});
const indexSchema = z.object({ counts, pages: z.array(z.object({ url: z.string(), ...lengths })).min(1) });
const catalogSchema = z.union([z.object({ counts, ...lists }), indexSchema]).refine((data) => {
  const { ranked, refusing, declined, unreachable, waiting } = data.counts;
  const expected = { sites: ranked, apart: refusing + declined + unreachable, waiting };
  const lengthOf = (name: keyof typeof lists) =>
    'pages' in data ? data.pages.reduce((sum, one) => sum + one[name], 0) : data[name].length;
  return Object.entries(expected).every(([name, length]) => lengthOf(name as keyof typeof lists) === length);
}, 'as many entries as it counts');
const pagesIn = (answer: DeploymentAnswer) => indexSchema.safeParse(jsonOf(answer)).data?.pages ?? [];

/** The catalog as one document, or as an index with pages: nothing that it counts is missing. */
const CATALOG: DeploymentProbe = {
  ...documentProbe(
    '/catalog.json',
    JSON_TYPE,
    json('catalog', catalogSchema),
    ownAddresses((answer) => pagesIn(answer).map(({ url }) => url)),
  ),
  follow: (answer, to) =>
    pagesIn(answer).map(({ url, sites, apart, waiting }, i, pages) => {
      const next = z.literal(pages[i + 1]?.url ?? null);
      const whole = { sites: list.length(sites), apart: list.length(apart), waiting: list.length(waiting) };
      const schema = z.object({ ...whole, page: z.literal(i + 1), next });
      return documentProbe(pathHere(url, to) ?? '/', JSON_TYPE, OPEN, json('page', schema));
    }),
};

/** The first site that the catalog ranks; `undefined` if there is none. */
export async function rankedHost(
  get: (path: string) => Promise<DeploymentAnswer>,
  to: Deployment,
): Promise<string | undefined> {
  const whole = await get('/catalog.json');
  const first = pathHere(pagesIn(whole)[0]?.url ?? '', to);
  const listed = first === undefined ? whole : await get(first);
  return z.object({ sites: list }).safeParse(jsonOf(listed)).data?.sites[0]?.host;
}

/** @param all whether every published address is requested instead of a sample */
export function publishedProbes(all: boolean): readonly DeploymentProbe[] {
  const indexes = ['', '/checks', '/fix', '/principles', '/score'];
  return [
    CATALOG,
    COMMAND_LINE,
    skills(all),
    listing('/sitemap.xml', inSitemap, all),
    ...indexes.map((folder) => listing(`${folder}/llms.txt`, inMarkdown, all)),
    // The whole texts quote links to other sites.
    ...['/llms-full.txt', '/fix/llms-full.txt'].map((path) => listing(path, () => [], all)),
  ];
}
