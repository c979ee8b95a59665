/** The documents for agents, read by the same parsers that audit other sites. */

import { readdir, readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it, vi } from 'vitest';
import { STATUSES, type Status } from '../audit/check-texts/vocabulary.ts';
import { checks } from '../audit/checks/index.ts';
import { AI_CRAWLERS } from '../audit/parse/ai-crawlers.ts';
import { parseFrontMatter, splitFrontMatter } from '../audit/parse/front-matter.ts';
import { parseLlmsTxt } from '../audit/parse/llms-txt.ts';
import { parseRobots } from '../audit/parse/robots.ts';
import { expiryOf, parseSecurityTxt } from '../audit/parse/security-txt.ts';
import { contentDirectories } from '../audit/probes/llms.ts';
import { OWN_RULES } from '../audit/scorecard/rules.ts';
import { catalogView } from '../catalog/catalog.ts';
import type { Listed } from '../catalog/listed.ts';
import { catalogCsv, catalogJson } from '../catalog/results/downloads.ts';
import { guideSchema, principleSchema, stackSchema } from '../fix/texts.ts';
import { checkOf } from '../report/checks.ts';
import { factsOf } from './command-line/facts.ts';
import { contactWarning, siteContact } from './contact.ts';
import type { Content } from './content.ts';
import {
  FULL_SECTIONS,
  llmsFullTxt,
  llmsTxt,
  SECTIONS,
  sectionLlmsFullTxt,
  sectionLlmsTxt,
} from './llms-txt.ts';
import { openApi } from './openapi.ts';
import { expiryAfter, getStaticPaths, securityTxt } from './pages/.well-known/[security].txt.ts';
import { robotsTxt } from './pages/robots.txt.ts';
import { getStaticPaths as schemaPaths } from './pages/schema/[name].schema.json.ts';

const ORIGIN = 'https://catalog.example';
const HOSTILE = '=HYPERLINK("http://evil.example")](http://evil.example) <script>\n# Title';

function listed(host: string, name: string): Listed {
  const statuses: readonly Status[] = ['pass', 'absent', 'n_a'];
  const results = checks.map(({ id }, i) => ({ id, status: statuses[i % 3] ?? 'pass' }));
  const count = (wanted: Status) => results.filter(({ status }) => status === wanted).length;
  return {
    target: { host, name, description: 'A site that is made up for this test.', category: 'documentation' },
    scored: {
      at: '2026-11-20T10:00:00.000Z',
      rules: OWN_RULES,
      score: { relative: 60, global: 40 },
      summary: Object.fromEntries(STATUSES.map((status) => [status, count(status)])) as Record<
        Status,
        number
      >,
      mcp: false,
      results,
    },
  };
}

async function texts<T>(
  folder: string,
  schema: { parse(data: unknown): T },
): Promise<(T & { body: string })[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.mdx')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(`${folder}/${file}`, 'utf8');
      const matter = parseFrontMatter(text);
      if (matter?.ok !== true) throw new Error(`${file} has no front matter`);
      return { ...schema.parse(matter.value), body: splitFrontMatter(text)?.body ?? '' };
    }),
  );
}

const guides = await texts('content/checks', guideSchema);
const stacks = await texts('content/stacks', stackSchema);
const sites = [listed('one.example', 'One'), listed('two.example', HOSTILE)];
const content: Content = {
  origin: ORIGIN,
  commandLine: factsOf(Buffer.alloc(5000), ORIGIN),
  hasDataset: true,
  ...catalogView(sites),
  guides: guides.map(({ check, ...guide }) => ({ ...guide, check: checkOf(check) })),
  stacks,
  principles: await texts('content/principles', principleSchema),
  pages: [
    { id: 'methodology', title: 'Methodology', description: 'How scores are made.', body: 'Text.' },
    { id: 'docs/authentication', title: 'Authentication', description: 'There is none.', body: 'Text.' },
    { id: 'mcp-skill', title: 'Guide for MCP clients', description: 'How to call the tools.', body: 'Text.' },
  ],
};

describe('llms.txt', () => {
  const parsed = parseLlmsTxt(llmsTxt(content), `${ORIGIN}/llms.txt`);

  it('links only to documents of this site, including the scoped indexes', () => {
    const urls = parsed.links.map(({ url }) => url);
    expect(urls.filter((url) => !url.startsWith(`${ORIGIN}/`))).toEqual([]);
    expect(contentDirectories(urls, new URL(ORIGIN))).toEqual(expect.arrayContaining([...SECTIONS]));
  });

  it('lists the dataset only if there is one', () => {
    const lists = (hasDataset: boolean) => llmsTxt({ ...content, hasDataset }).includes('/dataset.md');
    expect([true, false].map(lists)).toEqual([true, false]);
  });

  it('lists all guides and stacks, and each site', () => {
    const fix = parseLlmsTxt(sectionLlmsTxt('fix', content), ORIGIN);
    expect(fix.links).toHaveLength(checks.length + stacks.length);
    const score = parseLlmsTxt(sectionLlmsTxt('score', content), ORIGIN);
    expect(score.links.map(({ url }) => url)).toContain(`${ORIGIN}/score/two.example/md`);
  });

  it('lists at most one page of sites, and links to the others', () => {
    const many = Array.from({ length: 251 }, (_, i) => listed(`site-${i}.example`, `Site ${i}`));
    const of = (sites: readonly Listed[]) => {
      const text = sectionLlmsTxt('score', { ...content, listed: sites });
      return parseLlmsTxt(text, ORIGIN).links.map(({ url }) => url);
    };
    const next = `${ORIGIN}/score/page/2.md`;
    expect(of(many)).toHaveLength(252);
    expect(of(many)).toContain(next);
    expect(of(many.slice(1))).toHaveLength(251);
    expect(of(many.slice(1))).not.toContain(next);
    expect(llmsFullTxt({ ...content, listed: many })).not.toContain('/score/site-250.example');
  });

  it('shows hostile names as text', () => {
    for (const text of [sectionLlmsTxt('score', content), llmsFullTxt(content)]) {
      const { links, headings } = parseLlmsTxt(text, ORIGIN);
      expect(links.map(({ url }) => url).filter((url) => url.includes('evil.example'))).toEqual([]);
      expect(headings).not.toContain('Title');
    }
  });

  it('has a full version with all texts', () => {
    const full = llmsFullTxt(content);
    for (const { title } of content.pages) expect(full).toContain(`# ${title}`);
    for (const section of FULL_SECTIONS) {
      expect(sectionLlmsFullTxt(section, content).length).toBeGreaterThan(10_000);
    }
  });
});

it('robots.txt names and allows every AI crawler, and allows all others', () => {
  const allowed = parseRobots(robotsTxt(ORIGIN)).groups.filter(({ rules }) =>
    rules.every(({ allow }) => allow),
  );
  expect(new Set(allowed.flatMap(({ agents }) => agents))).toEqual(new Set(['*', ...AI_CRAWLERS]));
});

describe('security.txt', () => {
  const [email, issueForm] = ['ops@catalog.example', 'https://code.example/issues/new'];

  it.each([
    [{ email }, [`mailto:${email}`]],
    [{ issueForm }, [issueForm]],
    [{ email, issueForm: 'http://code.example/issues/new' }, [`mailto:${email}`]],
  ])('names the contact %j and the page about it', (contact, ways) => {
    const { contacts } = parseSecurityTxt(securityTxt(ORIGIN, contact, '2026-11-20T10:00:00.000Z'));
    expect(contacts.map(({ value }) => value)).toEqual([...ways, `${ORIGIN}/docs/authentication`]);
  });

  it.each([
    [undefined, [], 'No contact is set'],
    [email, [{ params: { security: 'security' } }], undefined],
  ])('is published with the contact %j, or the operator gets a warning', (set, paths, warning) => {
    vi.stubEnv('CONTACT_EMAIL', set);
    vi.stubEnv('ISSUE_FORM_URL', undefined);
    expect(getStaticPaths({} as never)).toEqual(paths);
    expect(contactWarning()).toEqual(warning && expect.stringContaining(warning));
    vi.unstubAllEnvs();
  });

  it.each([
    ['2026-11-21T02:05:00.000Z', '2027-11-01T00:00:00Z'],
    ['2028-02-29T23:59:59.999Z', '2029-02-01T00:00:00Z'],
  ])('expires, after an audit at %s, at %s', (asOf, expires) => {
    expect(expiryAfter(asOf)).toBe(expires);
    expect(expiryOf(parseSecurityTxt(securityTxt(ORIGIN, { email }, asOf)).expires[0]?.value ?? '')).toBe(
      Date.parse(expires),
    );
  });

  it.each([undefined, '', '  '])('has no contact if the setting is %j', (setting) => {
    expect(siteContact({ CONTACT_EMAIL: setting, ISSUE_FORM_URL: setting })).toEqual({});
  });

  it('rejects a setting that is not a valid contact', () => {
    expect(siteContact({ CONTACT_EMAIL: ' ops@catalog.example ' }).email).toBe('ops@catalog.example');
    const twoLines = 'ops@catalog.example\nExpires: 2099-01-01T00:00:00Z';
    expect(() => siteContact({ CONTACT_EMAIL: twoLines })).toThrow('CONTACT_EMAIL');
    for (const form of ['javascript:alert(1)', 'issues/new'])
      expect(() => siteContact({ ISSUE_FORM_URL: form })).toThrow('ISSUE_FORM_URL');
  });
});

it('openapi.json has a unique operationId for each operation', () => {
  const document = openApi(ORIGIN);
  const ids = JSON.stringify(document).match(/"operationId":"[^"]+"/g) ?? [];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(Object.keys(document.paths ?? {}).length);
});

it.each(schemaPaths())(
  'the published schema $params.name is valid by its metaschema and self-contained',
  ({ props }) => {
    const schema: object = JSON.parse(props.text);
    expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    expect(ajv.compile(schema)(7)).toBe(false);
  },
);

it('the downloads list unscored sites separately, without a score in the CSV', () => {
  const { target, scored } = listed('three.example', 'Three');
  const at = '2026-01-05T00:00:00.000Z';
  const listingState = { state: 'refuses', since: at, at, by: '=wall()', message: 'it refuses' } as const;
  const apart = [{ target, listingState, last: scored }];
  expect(catalogJson(catalogView(content.listed, apart), ORIGIN).counts).toMatchObject({
    ranked: 2,
    refusing: 1,
  });
  const lines = catalogCsv(content.listed, ORIGIN, apart).trimEnd().split('\r\n');
  const [heads, ...rows] = lines.map((line) => line.split(','));
  expect(rows).toHaveLength(3);
  const cell = (name: string) => rows.at(-1)?.[heads?.indexOf(name) ?? -1];
  const cells = ['state', 'refused_by', 'global', 'check:robots'].map(cell);
  expect(cells).toEqual(['refuses', "'=wall()", '', '']);
  expect(rows.at(-1)).toHaveLength(heads?.length ?? 0);
});
