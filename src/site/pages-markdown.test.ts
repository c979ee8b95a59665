import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import { CATEGORIES, type Status } from '../audit/check-texts/vocabulary.ts';
import { checks } from '../audit/checks/index.ts';
import { parseFrontMatter } from '../audit/parse/front-matter.ts';
import { OWN_RULES } from '../audit/scorecard/rules.ts';
import { summaryOf } from '../audit/scorecard/score.ts';
import { version } from '../base/package.ts';
import { catalogView } from '../catalog/catalog.ts';
import { datasetJsonLd } from '../catalog/dataset-columns.ts';
import type { Listed } from '../catalog/listed.ts';
import { catalogMarkdown } from '../catalog/markdown.ts';
import type { PrincipleText, Requirement } from '../fix/texts.ts';
import { checkOf } from '../report/checks.ts';
import { scorecardMarkdown } from '../report/formats.ts';
import { forAgents, withFrontMatter } from '../report/markdown/document.ts';
import { renderMarkdown } from '../report/markdown/scorecard.ts';
import { envelopeFor } from '../testing/envelopes.ts';
import { datasetPlace } from './catalog.ts';
import { factsOf } from './command-line/facts.ts';
import { pageMarkdown } from './page-markdown.ts';
import {
  checksMarkdown,
  datasetMarkdown,
  guideMarkdown,
  homeMarkdown,
  principleMarkdown,
  specMarkdown,
} from './pages-markdown.ts';

const SITE = 'https://catalog.example';
const FACTS = factsOf(Buffer.alloc(5000), SITE);

function listed(host: string, name: string, status: Status): Listed {
  const results = checks.map(({ id }) => ({ id, status }));
  return {
    target: { host, name, description: 'A site for this test.', category: 'news' },
    scored: {
      at: '2026-01-02T03:04:05.678Z',
      rules: OWN_RULES,
      score: { relative: 50, global: 20 },
      summary: summaryOf(results),
      mcp: false,
      results,
    },
  };
}

const rowsOf = (markdown: string) =>
  new MarkdownIt().parse(markdown, {}).filter(({ type }) => type === 'tr_open').length;

const requirement: Requirement = {
  id: 'p1-must-x',
  level: 'must',
  applies: 'all',
  text: 'Use `a|b` and *this*.',
};
const principle: PrincipleText = {
  id: 'P1',
  name: 'One',
  site: 'What it asks of a web site.',
  summary: 'A summary of the principle.',
  requirements: [requirement],
};

describe('the catalog', () => {
  it('has a row for each site, whatever its name', () => {
    const sites = [listed('a.example', 'A | <b>', 'pass'), listed('b.example', 'B', 'n_a')];
    const text = catalogMarkdown(catalogView(sites), SITE);
    // A catalog with only one kind of site has no table of kinds.
    expect(rowsOf(text)).toBe(3 + 7);
    expect(text).toContain('(<https://catalog.example/score/a.example/md>)');
    expect(new MarkdownIt().render(text)).not.toContain('<b>');
  });

  it('says if it is empty', () => {
    expect(catalogMarkdown(catalogView([]), SITE)).toBe('# The catalog\n\nNo site has been scored yet.\n');
    expect(homeMarkdown(catalogView([]).figures, SITE)).not.toContain('latest audit');
  });
});

describe('the checks', () => {
  it('are listed with their rates', () => {
    const sites = [listed('a.example', 'A', 'pass'), listed('b.example', 'B', 'absent')];
    const text = checksMarkdown(catalogView(sites).figures, SITE);
    expect(text).toContain('1 of 2 sites (50%)');
    expect(text).not.toContain('do not quote their figures');
    const demos = sites.map((one) => ({ ...one, target: { ...one.target, demo: true as const } }));
    const view = catalogView(demos);
    for (const markdown of [checksMarkdown(view.figures, SITE), catalogMarkdown(view, SITE)])
      expect(markdown).toContain('do not quote their figures');
    expect(rowsOf(text)).toBe(CHECK_COUNT + CATEGORIES.length);
    expect(text).toContain('[robots](https://catalog.example/fix/robots.md)');
    expect(text).toContain('[nginx](<https://catalog.example/fix/on/nginx.md>)');
  });
});

describe('a guide', () => {
  it('is a skill: front matter with a name and a description', () => {
    const text = guideMarkdown(
      checkOf('robots'),
      {
        summary: 'You publish: a file.',
        body: '\n## Why\n\nText.\n',
      },
      SITE,
    );
    expect(text).toMatch(/^---\nname: fix-robots\ndescription: "You publish: a file\."\n---\n\n# /);
    expect(text).toContain('\n\n## Why\n\nText.\n\n## Standards and references\n\n- [');
  });
});

describe('the standard', () => {
  it('lists requirements with their ids', () => {
    const text = specMarkdown([principle], '0.5.0');
    expect(text).toContain('- **MUST** `p1-must-x`');
    const one = principleMarkdown(principle, 'Body.');
    expect(one).toContain('Body.\n\n### Requirements');
    // Readers who come from a check need the part about web sites, so it is first.
    expect(one.indexOf('## For web sites')).toBeLessThan(one.indexOf('## For command-line programs'));
  });
});

describe('a page', () => {
  const page = {
    id: 'methodology',
    title: 'M',
    description: 'D.',
    body: 'See <base_url>/mcp.',
  };

  it('names its deployment', () => {
    expect(pageMarkdown(page, SITE, FACTS)).toBe('# M\n\nD.\n\nSee https://catalog.example/mcp.\n');
  });

  it('has the facts about the command line', () => {
    const body = '`<cli>` <cli_version>, <cli_size>, `<cli_sha256>`, <cli_of_something_else>';
    expect(pageMarkdown({ ...page, body }, SITE, FACTS)).toContain(
      `\`npx --allow-remote=root ${SITE}/cli-${version}.tgz\` ${FACTS.version}, 5,000, \`${FACTS.sha256}\`, <cli_of_something_else>`,
    );
  });

  it('is a skill for MCP clients, and names a contact where needed', () => {
    expect(pageMarkdown({ ...page, id: 'mcp-skill' }, SITE, FACTS)).toMatch(/^---\nname: mcp-skill\n/);
    expect(pageMarkdown({ ...page, id: 'docs/authentication' }, SITE, FACTS)).toContain('\n\n## Contact\n\n');
  });
});

describe('front matter', () => {
  it.each(['plain', 'a: "b" # c', "it's\n---\n", '\u2028\u0085\t\\', '{{ x }}', '- [', '&a *b !c'])(
    'keeps %j unchanged',
    (text) => {
      const about = { title: text, description: `${text}.` };
      expect(parseFrontMatter(withFrontMatter(about, '# Text'))).toEqual({ ok: true, value: about });
    },
  );

  it('precedes the Markdown of a scorecard, which is the same as the command line’s', () => {
    const envelope = envelopeFor();
    const text = scorecardMarkdown(envelope);
    const { origin } = new URL(envelope.scorecard_url);
    const [, body = ''] = text.split(/\n---\n\n> \*\*A live result:\*\* .*\n\n/);
    expect(body).toBe(forAgents(renderMarkdown(envelope), origin));
    expect(parseFrontMatter(text)).toMatchObject({
      ok: true,
      value: { title: expect.stringContaining(`${envelope.scorecard.score.global}%`) },
    });
  });

  it('names the URL of a newer live scorecard in the catalog’s, and marks a live one', () => {
    const envelope = envelopeFor({ siteType: 'api' });
    expect(scorecardMarkdown(envelope)).toContain('declared the site type, which nobody has verified');
    const listed = { ...envelope, scorecard: { ...envelope.scorecard, public_listing: true } };
    expect(scorecardMarkdown(listed)).toContain(`/score/${envelope.target}/live/md\``);
    expect(scorecardMarkdown(listed)).not.toContain('A live result');
  });
});

describe('the page of the dataset', () => {
  const index = 'https://data.example/agent-readiness/index.json';
  const urlsOf = (text: string) =>
    new Set(text.match(/https:\/\/(?:data|catalog)\.example\/[^\s'"`]*\/[^\s'"`]*/g) ?? []);
  const files = ['verdicts', 'scores'].flatMap((id) =>
    ['csv', 'parquet'].map((format) => `${SITE}/dataset/${id}.${format}`),
  );

  it.each([
    [true, '', files],
    [true, index, files],
    [false, index, [index, 'https://data.example/agent-readiness/']],
    [false, '', []],
  ])('names the files that exist (on the site: %s, DATASET_URL: %j)', (isOnSite, setting, expected) => {
    const place = datasetPlace(isOnSite, setting);
    const edition = { from: '2026-11-01', version: '2026-11-03', origin: SITE, place };
    const texts = [
      datasetMarkdown(edition, catalogView([]).figures),
      JSON.stringify(datasetJsonLd(edition) ?? ''),
    ];
    expect(urlsOf(texts.join('\n'))).toEqual(new Set(expected));
    expect(texts[0]?.includes('not published elsewhere')).toBe(place === undefined);
  });

  it('stops a build if DATASET_URL is not a URL', () => {
    expect(() => datasetPlace(false, 'data.example')).toThrow('DATASET_URL is not an http or https URL.');
  });
});
