import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseHar } from './io/har.ts';
import type { AuditJob } from './isolation/job.ts';
import { runJob } from './isolation/run-job.ts';
import { LIMITS, MAX_SAMPLE } from './limits.ts';
import { evenlySpread } from './probes/page-sample.ts';
import { PAGE_CHECKS } from './sample.ts';
import { parseTarget } from './target.ts';
import { described, page, pagedSite, pageText, sitemapText } from './testing/paged-site.ts';
import { serveSite, type TestSite } from './testing/serve.ts';
import { DEFAULT_BASE_URL } from './versions.ts';

const PAGES = PAGE_CHECKS.map(({ id }) => id);

function jobOf(site: TestSite, more: Partial<AuditJob> = {}): AuditJob {
  return {
    target: parseTarget(site.url),
    limits: LIMITS,
    source: { kind: 'network', network: 'auto', resolver: 'http://127.0.0.1:9/' },
    baseUrl: DEFAULT_BASE_URL,
    siteType: null,
    selected: PAGES,
    ...more,
  };
}

async function sampleOf(site: TestSite, sitemapSample: number, more: Partial<AuditJob> = {}) {
  const { sample, envelope } = await runJob(jobOf(site, { ...more, sitemapSample }));
  if (sample === undefined) throw new Error('no sample');
  return { sample, envelope };
}

const paths = (pages: readonly { readonly url: string }[]) => pages.map(({ url }) => new URL(url).pathname);

describe('a sample of pages', () => {
  it('is of the checks that judge a page', () => {
    const some = ['accept-markdown', 'link-headers', 'markdown-vary', 'root-meta-description', 'webmcp'];
    expect(PAGES).toEqual(expect.arrayContaining(some));
    for (const id of ['agent-friendly-404', 'llms-txt', 'mcp-initialize', 'openapi', 'robots'])
      expect(PAGES).not.toContain(id);
  });

  it('says where pages differ from the home page, and changes nothing in the scorecard', async () => {
    await using site = await pagedSite(['/', '/same', '/bare', '/markdown'], {
      '/same': page('Same', described('Same')),
      '/bare': page('Bare'),
      '/markdown': ({ headers }, response) => {
        const isAsked = headers.accept === 'text/markdown';
        const body = isAsked ? '---\ntitle: Page\n---\n# Page\n' : pageText('Page', described('Page'));
        response.writeHead(200, { 'content-type': isAsked ? 'text/markdown' : 'text/html', vary: 'Accept' });
        response.end(body);
      },
    });
    const { sample, envelope } = await sampleOf(site, 10);
    expect(sample).toMatchObject({
      asked: 10,
      problem: null,
      listed: 3,
      more: false,
      sitemap: `${site.url}/sitemap.xml`,
    });
    expect(paths(sample.pages)).toEqual(['/same', '/bare', '/markdown']);
    const differences = sample.pages.map((one) =>
      one.differences.map(({ check, home, here }) => [check, home, here]),
    );
    expect(differences).toEqual([
      [],
      [['root-meta-description', 'pass', 'absent']],
      [
        ['accept-markdown', 'absent', 'pass'],
        ['markdown-vary', 'n_a', 'pass'],
        ['markdown-frontmatter', 'n_a', 'pass'],
      ],
    ]);
    const alone = await runJob(jobOf(site));
    expect(alone.sample).toBeUndefined();
    expect(envelope.scorecard.results).toEqual(alone.envelope.scorecard.results);
    expect(envelope.scorecard.score).toEqual(alone.envelope.scorecard.score);
  });

  it('never takes a page that could not be seen for one that differs', async () => {
    await using site = await pagedSite(['/gone', '/forbidden', '/text', '/away', '/broken', '/fine'], {
      '/forbidden': { status: 403, type: 'text/html', body: '<p>Forbidden</p>' },
      '/text': { type: 'text/plain', body: 'Only text' },
      '/away': { status: 302, headers: { location: 'http://other.invalid/' } },
      '/broken': { status: 500, type: 'text/html', body: '<p>Error</p>' },
      '/fine': page('Fine', described('Fine')),
    });
    const { sample } = await sampleOf(site, 10);
    expect(sample.pages.map(({ seen }) => seen)).toEqual([false, false, false, false, false, true]);
    expect(sample.pages.flatMap(({ differences }) => differences)).toEqual([]);
    expect(site.asked.filter((asked) => asked.includes('other.invalid'))).toEqual([]);
  });

  it('leaves out the page that a site shows for unknown paths', async () => {
    await using site = await pagedSite(['/lost'], { '*': page('Nothing here') });
    const { sample } = await sampleOf(site, 1);
    expect(sample.pages).toMatchObject([{ seen: false, differences: [] }]);
    expect(sample.pages[0]?.evidence).toContain('the page that the site shows for unknown paths');
  });

  it('takes the same pages each time, spread over the sitemap, and of this origin only', async () => {
    const many = Array.from({ length: 40 }, (_, i) => `/p${i}`);
    await using site = await pagedSite(['http://elsewhere.example/x', '/file.pdf', '/?q=1', ...many, '/p0'], {
      '*': page('Any', described('Any')),
    });
    const first = await sampleOf(site, 4, { selected: ['root-meta-description'] });
    const second = await sampleOf(site, 4, { selected: ['root-meta-description'] });
    expect(first.sample.listed).toBe(40);
    expect(paths(first.sample.pages)).toEqual(['/p5', '/p15', '/p25', '/p35']);
    expect(second.sample).toEqual(first.sample);
    expect(site.asked.join(' ')).not.toContain('file.pdf');
  });

  it('reads an index one level deep, and gzip', async () => {
    let url = '';
    await using site = await serveSite({
      '/': page('Home', described('Home')),
      '/a': page('A', described('A')),
      '/b': page('B', described('B')),
      '/sitemap.xml': (_, response) => {
        const parts = ['/one.xml.gz', '/two.xml', '/index.xml', 'http://elsewhere.example/sitemap.xml'];
        response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end(sitemapText(url, parts, 'sitemap'));
      },
      '/one.xml.gz': (_, response) => {
        response
          .writeHead(200, { 'content-type': 'application/gzip' })
          .end(gzipSync(sitemapText(url, ['/a'])));
      },
      '/two.xml': (_, response) => {
        response.writeHead(200, { 'content-type': 'application/xml' }).end(sitemapText(url, ['/b']));
      },
      '/index.xml': (_, response) => {
        response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end(sitemapText(url, ['/three.xml'], 'sitemap'));
      },
    });
    url = site.url;
    const { sample } = await sampleOf(site, 5);
    expect(paths(sample.pages)).toEqual(['/a', '/b']);
    expect(sample.more).toBe(true);
    expect(site.asked).not.toContain('GET /three.xml');
  });

  it.each([
    ['there is none', {}, 'there is no sitemap'],
    [
      'it cannot be read',
      { '/sitemap.xml': { type: 'application/xml', body: '<html><a></html>' } },
      'the sitemap cannot be read',
    ],
    ['it lists the home page alone', undefined, 'lists no page of this site beside the home page'],
  ] as const)('says why there is no page, where %s', async (_, routes, why) => {
    await using site =
      routes === undefined
        ? await pagedSite(['/'])
        : await serveSite({ '/': page('Home', described('Home')), ...routes });
    const { sample, envelope } = await sampleOf(site, 3);
    expect(sample.problem).toContain(why);
    expect(sample.pages).toEqual([]);
    expect(envelope.cut_short).toBeUndefined();
  });

  it('has a budget of its own, and the audit keeps its', async () => {
    const many = Array.from({ length: 60 }, (_, i) => `/p${i}`);
    await using site = await pagedSite(many, { '*': page('Any', described('Any')) });
    const { sample, envelope } = await sampleOf(site, MAX_SAMPLE);
    expect(sample.pages).toHaveLength(MAX_SAMPLE);
    expect(site.asked.length).toBeLessThanOrEqual(120 + 20 + 8 * MAX_SAMPLE);
    expect(envelope.cut_short).toBeUndefined();
    // The site answers every path with the same page: nothing of it says that it exists.
    expect(sample.pages.every(({ seen }) => !seen)).toBe(true);
  });

  it('is in the recording, and replayed as it was', async () => {
    await using site = await pagedSite(['/bare', '/gone'], { '/bare': page('Bare') });
    let text = '';
    const job = jobOf(site, { sitemapSample: 5, record: true });
    const live = await runJob(job, {
      onRecorded: (piece) => {
        text += Buffer.from(piece).toString('utf8');
      },
    });
    const har = parseHar(text);
    expect(har.log._agentReadiness.sitemapSample).toBe(5);
    let missing = -1;
    const source = { kind: 'recording', har } as const;
    const replayed = await runJob(
      { ...job, source, record: false },
      {
        onMissing: ({ total }) => {
          missing = total;
        },
      },
    );
    expect(missing).toBe(0);
    expect(replayed.sample).toEqual(live.sample);
    expect(replayed.envelope.scorecard).toEqual(live.envelope.scorecard);
  });

  it('is not made where none of the chosen checks judges a page', async () => {
    await using site = await pagedSite(['/a']);
    const { sample } = await sampleOf(site, 3, { selected: ['robots'] });
    expect(sample.problem).toContain('none of the checks');
  });
});

describe('spread', () => {
  it('takes items as far apart as they can be', () => {
    expect(evenlySpread([1, 2, 3], 5)).toEqual([1, 2, 3]);
    expect(evenlySpread([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 2)).toEqual([2, 7]);
    expect(evenlySpread([], 3)).toEqual([]);
  });
});
