/** What the service publishes about itself, followed: package, skills, sitemap, and indexes for agents. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import * as probe from '../probe.ts';
import { APPLICATION_JSON, OPEN, tagged } from './site.ts';

/** The most addresses of a list that are requested, unless all are. */
const SAMPLE = 5;
const group = 'published';

/** Some of a list, evenly spread, including the first and the last. */
export function sampleOf<T>(list: readonly T[], all: boolean): readonly T[] {
  if (all || list.length <= SAMPLE) return list;
  return list.filter((_, i) => (i * (SAMPLE - 1)) % (list.length - 1) < SAMPLE - 1);
}

function digest(
  algorithm: 'sha256' | 'sha512',
  encoding: 'hex' | 'base64',
  stated: string,
): probe.Expectation {
  return ({ bytes }) => {
    const seen = createHash(algorithm).update(bytes).digest(encoding);
    return stated.endsWith(seen) ? undefined : probe.fault(algorithm, stated, seen);
  };
}

const factsSchema = z.object({ run: z.string(), sha256: z.string(), integrity: z.string() });

const COMMAND_LINE: probe.DeploymentProbe = {
  group,
  ask: { path: '/cli.json' },
  expect: [
    // The command is run on other people's machines: it may name no other address and no package of a registry.
    probe.json('facts', (to) => {
      const run = z.literal(`npx --allow-remote=root ${to.publishedAs}/cli.tgz`);
      return factsSchema.extend({ url: probe.own(to, '/cli.tgz'), run });
    }),
  ],
  follow: (answer) => {
    const { data } = factsSchema.safeParse(probe.jsonOf(answer));
    if (data === undefined) return [];
    const expect = [digest('sha256', 'hex', data.sha256), digest('sha512', 'base64', data.integrity)];
    return [{ group, ask: { path: '/cli.tgz' }, expect }];
  },
};

const skillsSchema = z.object({ skills: z.array(z.object({ url: z.string(), digest: z.string() })) });
const skillsIn = (answer: probe.DeploymentAnswer) =>
  skillsSchema.safeParse(probe.jsonOf(answer)).data?.skills ?? [];

function skills(all: boolean): probe.DeploymentProbe {
  return {
    ...tagged(group, '/.well-known/agent-skills/index.json', APPLICATION_JSON, [
      OPEN,
      probe.json('index', skillsSchema),
      probe.ownAddresses((answer) => skillsIn(answer).map(({ url }) => url)),
    ]),
    follow: (answer, to) =>
      sampleOf(skillsIn(answer), all).map((skill) => {
        const expect = [digest('sha256', 'hex', skill.digest)];
        const ask = { path: probe.pathHere(skill.url, to) ?? '/' };
        return { group, about: 'skill', ask, type: 'text/markdown', expect };
      }),
  };
}

/** A list of addresses, which the pattern has in parentheses, and some of these addresses, or all. */
function listing(path: string, type: string, pattern: RegExp, all: boolean): probe.DeploymentProbe {
  const urlsOf = ({ text }: probe.DeploymentAnswer) => {
    const urls = Array.from(text.matchAll(pattern), ([, url = '']) => url.replaceAll('&amp;', '&'));
    return [...new Set(urls)];
  };
  return {
    ...tagged(group, path, type, [probe.ownAddresses(urlsOf)]),
    follow: (answer, to) =>
      sampleOf(urlsOf(answer), all).map((url) => {
        const ask = { path: probe.pathHere(url, to) ?? '/' };
        return { group, about: `listed in ${path}`, ask };
      }),
  };
}

/** @param all whether every published address is requested instead of a sample */
export function publishedProbes(all: boolean): readonly probe.DeploymentProbe[] {
  const indexes = ['', '/checks', '/fix', '/principles', '/score'];
  return [
    COMMAND_LINE,
    skills(all),
    listing('/sitemap.xml', 'application/xml', /<loc>([^<]*)<\/loc>/g, all),
    ...indexes.map((folder) =>
      listing(`${folder}/llms.txt`, 'text/plain', /\]\((https?:\/\/[^\s()]+)\)/g, all),
    ),
  ];
}
