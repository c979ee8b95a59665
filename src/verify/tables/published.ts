/** What the service publishes about itself, followed: the package, the skills, the sitemap and the indexes for agents. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { catalogue } from '../../catalogue/index.ts';
import type { Answer, Deployment, Expectation, Probe } from '../probe.ts';
import { pathHere } from '../probe.ts';
import { status, that, type } from '../wants/answers.ts';
import { json, jsonOf, own } from '../wants/json.ts';
import { foreign, OPEN, probeOf } from './documents.ts';
import { HAS_TAG, revalidated } from './revalidated.ts';

/** So many of a list are asked for, spread over it, unless all are. */
const SAMPLE = 5;

const DEAD = 'An address that is published and does not answer leads agents and search engines into a void.';
const DIGEST = 'Who compares the digest before using the file finds that it has been changed on the way.';

/** @param all whether every published address is asked for, in place of a sample */
export function publishedProbes(all: boolean): readonly Probe[] {
  return [packageFacts, skills(all), sitemap(all), ...INDEXES.map((path) => index(path, all))];
}

/** Some of a list, evenly spread, the first and the last among them. */
export function sampleOf<T>(list: readonly T[], all: boolean): readonly T[] {
  if (all || list.length <= SAMPLE) return list;
  const step = (list.length - 1) / (SAMPLE - 1);
  return Array.from({ length: SAMPLE }, (_, i) => list[Math.round(i * step)]).filter(
    (one) => one !== undefined,
  );
}

const factsSchema = z.object({ sha256: z.string(), integrity: z.string(), size: z.int() });

const packageFacts: Probe = {
  ...probeOf({
    path: '/cli.json',
    type: 'application/json',
    open: true,
    expect: [
      json(
        'facts',
        (to) => factsSchema.extend({ kind: z.literal('command-line'), url: own(to, '/cli.tgz') }),
        'The command line is run from the address that is named here, on other people’s machines.',
      ),
      that(
        'run',
        'A command that names a package of a registry runs what anybody may have published there.',
        (answer, { publishedAs }) => {
          const { success, data } = z.object({ run: z.string() }).safeParse(jsonOf(answer));
          if (success && data.run.includes(`${publishedAs}/cli.tgz`)) return undefined;
          return { expected: `npx … ${publishedAs}/cli.tgz`, seen: success ? data.run : 'nothing' };
        },
      ),
    ],
  }),
  group: 'published',
  follow: (answer) => {
    const { data } = factsSchema.safeParse(jsonOf(answer));
    return data === undefined ? [] : [packageFile(data)];
  },
};

function packageFile({ sha256, integrity, size }: z.infer<typeof factsSchema>): Probe {
  return {
    group: 'published',
    ask: { path: '/cli.tgz' },
    expect: [
      status(200, 'Every text of the service tells people to run this file.'),
      type('application/gzip', 'npm takes an archive, and no page.'),
      OPEN,
      HAS_TAG,
      digest('sha256', 'hex', sha256),
      digest('sha512', 'base64', integrity.replace(/^sha512-/, '')),
      that('size', DIGEST, ({ bytes }) =>
        bytes.length === size ? undefined : { expected: `${size} bytes`, seen: `${bytes.length} bytes` },
      ),
    ],
    follow: revalidated({ group: 'published', ask: { path: '/cli.tgz' } }),
  };
}

function digest(algorithm: 'sha256' | 'sha512', encoding: 'hex' | 'base64', expected: string): Expectation {
  return that(algorithm, DIGEST, ({ bytes }) => {
    const seen = createHash(algorithm).update(bytes).digest(encoding);
    return seen === expected ? undefined : { expected, seen };
  });
}

const skillsSchema = z.object({
  skills: z.array(z.object({ name: z.string(), url: z.string(), digest: z.string().startsWith('sha256:') })),
});

function skills(all: boolean): Probe {
  const probe = probeOf({
    path: '/.well-known/agent-skills/index.json',
    type: 'application/json',
    open: true,
    expect: [
      json('index', skillsSchema, 'Agents install skills from this list.'),
      that('skills', 'Every check has its guide, as a skill.', (answer) => {
        const { data } = skillsSchema.safeParse(jsonOf(answer));
        const names = new Set(data?.skills.map(({ name }) => name));
        const missing = catalogue.find(({ id }) => !names.has(`fix-${id}`));
        return missing === undefined ? undefined : { expected: `fix-${missing.id}`, seen: 'none' };
      }),
      that('addresses', DEAD, (answer, to) =>
        foreign(skillsSchema.safeParse(jsonOf(answer)).data?.skills.map(({ url }) => url) ?? [], to),
      ),
    ],
  });
  return {
    ...probe,
    group: 'published',
    follow: (answer, to) => {
      const { data } = skillsSchema.safeParse(jsonOf(answer));
      return sampleOf(data?.skills ?? [], all).flatMap(({ url, digest: stated }) => {
        const path = pathHere(url, to);
        if (path === undefined) return [];
        const expect = [
          status(200, DEAD),
          type('text/markdown', 'Agents read skills as Markdown.'),
          digest('sha256', 'hex', stated.slice('sha256:'.length)),
        ];
        return [{ group: 'published', about: 'skill', ask: { path }, expect }];
      });
    },
  };
}

/** The addresses of a sitemap (sitemaps.org): it is our own, so that no more than this has to be known of XML. */
function sitemapUrls({ text }: Pick<Answer, 'text'>): readonly string[] {
  return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
}

function sitemap(all: boolean): Probe {
  return listing('/sitemap.xml', 'application/xml', sitemapUrls, all);
}

const INDEXES = [
  '/llms.txt',
  '/llms-full.txt',
  '/checks/llms.txt',
  '/fix/llms.txt',
  '/fix/llms-full.txt',
  '/principles/llms.txt',
  '/score/llms.txt',
] as const;

/** The links of a Markdown document. */
function markdownUrls({ text }: Pick<Answer, 'text'>): readonly string[] {
  return [...text.matchAll(/\]\((https?:\/\/[^\s()]+)\)/g)].map(([, url = '']) => url);
}

function index(path: string, all: boolean): Probe {
  // The whole texts quote links to other sites; what must be there of this one is in the indexes.
  return path.includes('-full')
    ? { ...listing(path, 'text/plain', () => [], all) }
    : listing(path, 'text/plain', markdownUrls, all);
}

function listing(
  path: string,
  media: string,
  urlsOf: (answer: Answer) => readonly string[],
  all: boolean,
): Probe {
  const isIndex = urlsOf !== sitemapUrls;
  return {
    group: 'published',
    ask: { path },
    expect: [
      status(200, 'Agents and search engines begin with it.'),
      type(media, 'Programs pass over a document of another type.'),
      HAS_TAG,
      that('addresses', DEAD, (answer, to) => foreign(urlsOf(answer), to)),
      ...(isIndex
        ? [
            that('heading', 'llms.txt begins with its title (llmstxt.org).', ({ text }) =>
              /^# /m.test(text) ? undefined : { expected: '# …', seen: 'none' },
            ),
          ]
        : []),
    ],
    follow: (answer, to) => [
      ...revalidated({ group: 'published', ask: { path } })(answer),
      ...sampleOf([...new Set(urlsOf(answer))], all).flatMap((url) => listed(url, path, to)),
    ],
  };
}

function listed(url: string, by: string, to: Deployment): readonly Probe[] {
  const path = pathHere(url, to);
  if (path === undefined) return [];
  return [{ group: 'published', about: `listed in ${by}`, ask: { path }, expect: [status(200, DEAD)] }];
}
