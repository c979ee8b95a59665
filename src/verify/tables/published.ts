/** What the service publishes about itself, followed: the package, the skills, the sitemap and the indexes for agents. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { json, jsonOf, own, ownAddresses, status, that, type } from '../matchers.ts';
import type { DeploymentAnswer, DeploymentProbe, Expectation } from '../probe.ts';
import { pathHere } from '../probe.ts';
import { DEAD, documentProbe, kept, OPEN, revalidated } from './site.ts';

/** So many of a list are asked for, spread over it, unless all are. */
const SAMPLE = 5;
const DIGEST = 'Who compares the digest before using the file finds that it has been changed on the way.';

/** Some of a list, evenly spread, the first and the last among them. */
export function sampleOf<T>(list: readonly T[], all: boolean): readonly T[] {
  if (all || list.length <= SAMPLE) return list;
  const step = (list.length - 1) / (SAMPLE - 1);
  return Array.from({ length: SAMPLE }, (_, i) => list[Math.round(i * step)]).filter(
    (one) => one !== undefined,
  );
}

const factsSchema = z.object({ run: z.string(), sha256: z.string(), integrity: z.string() });

const packageFacts: DeploymentProbe = {
  ...documentProbe('/cli.json', 'application/json', [
    OPEN,
    json(
      'facts',
      (to) =>
        factsSchema.extend({
          url: own(to, '/cli.tgz'),
          run: z.literal(`npx --allow-remote=root ${to.publishedAs}/cli.tgz`),
        }),
      'The command that is named here is run on other people’s machines: no other address and no package of a registry may be.',
    ),
  ]),
  group: 'published',
  follow: (answer) => {
    const { data } = factsSchema.safeParse(jsonOf(answer));
    if (data === undefined) return [];
    return [
      kept({
        group: 'published',
        ask: { path: '/cli.tgz' },
        expect: [
          status(200, 'Every text of the service tells people to run this file.'),
          type('application/gzip', 'npm takes an archive, and no page.'),
          OPEN,
          digest('sha256', 'hex', data.sha256),
          digest('sha512', 'base64', data.integrity.replace(/^sha512-/, '')),
        ],
      }),
    ];
  },
};

function digest(algorithm: 'sha256' | 'sha512', encoding: 'hex' | 'base64', expected: string): Expectation {
  return that(algorithm, DIGEST, ({ bytes }) => {
    const seen = createHash(algorithm).update(bytes).digest(encoding);
    return seen === expected ? undefined : { expected, seen };
  });
}

const skillsSchema = z.object({ skills: z.array(z.object({ url: z.string(), digest: z.string() })) });
const skillsIn = (answer: DeploymentAnswer) => skillsSchema.safeParse(jsonOf(answer)).data?.skills ?? [];

function skills(all: boolean): DeploymentProbe {
  return {
    ...documentProbe('/.well-known/agent-skills/index.json', 'application/json', [
      OPEN,
      json('index', skillsSchema, 'Agents install skills from this list.'),
      ownAddresses((answer) => skillsIn(answer).map(({ url }) => url), DEAD),
    ]),
    group: 'published',
    follow: (answer, to) =>
      sampleOf(skillsIn(answer), all).flatMap(({ url, digest: stated }) => {
        const path = pathHere(url, to);
        if (path === undefined) return [];
        const expect = [
          status(200, DEAD),
          type('text/markdown', 'Agents read skills as Markdown.'),
          digest('sha256', 'hex', stated.replace(/^sha256:/, '')),
        ];
        return [{ group: 'published', about: 'skill', ask: { path }, expect }];
      }),
  };
}

/** The addresses of a sitemap (sitemaps.org): it is our own, so that no more than this has to be known of XML. */
const sitemapUrls = ({ text }: DeploymentAnswer): readonly string[] =>
  [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
/** The links of a Markdown document. */
const markdownUrls = ({ text }: DeploymentAnswer): readonly string[] =>
  [...text.matchAll(/\]\((https?:\/\/[^\s()]+)\)/g)].map(([, url = '']) => url);
/** The whole texts quote links to other sites; what must be there of this one is in the indexes. */
const none = (): readonly string[] => [];

const LISTINGS = [
  ['/sitemap.xml', 'application/xml', sitemapUrls],
  ['/llms.txt', 'text/plain', markdownUrls],
  ['/llms-full.txt', 'text/plain', none],
  ['/checks/llms.txt', 'text/plain', markdownUrls],
  ['/fix/llms.txt', 'text/plain', markdownUrls],
  ['/fix/llms-full.txt', 'text/plain', none],
  ['/principles/llms.txt', 'text/plain', markdownUrls],
  ['/score/llms.txt', 'text/plain', markdownUrls],
] as const;

/** @param all whether every published address is asked for, in place of a sample */
export function publishedProbes(all: boolean): readonly DeploymentProbe[] {
  const listings = LISTINGS.map(([path, media, urlsOf]): DeploymentProbe => {
    const probe: DeploymentProbe = {
      ...documentProbe(path, media, [ownAddresses(urlsOf, DEAD)]),
      group: 'published',
    };
    return {
      ...probe,
      follow: (answer, to) => [
        ...revalidated(probe)(answer),
        ...sampleOf([...new Set(urlsOf(answer))], all).flatMap((url): DeploymentProbe[] => {
          const at = pathHere(url, to);
          const about = `listed in ${path}`;
          return at === undefined
            ? []
            : [{ group: 'published', about, ask: { path: at }, expect: [status(200, DEAD)] }];
        }),
      ],
    };
  });
  return [packageFacts, skills(all), ...listings];
}
