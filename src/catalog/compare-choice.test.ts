import { describe, expect, it } from 'vitest';
import { findSite, MOST, queryOf, sitesMatching, terminalComparison, viewOf } from './compare-choice.ts';

const SITES = [
  { host: 'docs.python.org', name: 'Python documentation' },
  { host: 'docs.rs', name: 'Docs.rs' },
  { host: 'pypi.org', name: 'PyPI' },
  { host: 'react.dev', name: 'React' },
  { host: 'stripe.com', name: 'Stripe' },
];
const HOSTS = SITES.map(({ host }) => host);
const KNOWN = new Set(HOSTS);

describe('viewOf and queryOf', () => {
  it('keep the order of sites and drop duplicates', () => {
    expect(viewOf('?t=react.dev&t=docs.rs&t=React.dev', KNOWN)).toEqual({
      hosts: ['react.dev', 'docs.rs'],
      omitted: [],
      unknown: [],
      all: false,
      evidence: false,
      category: '',
    });
  });

  it('report excess sites and invalid hosts separately', () => {
    const asked = viewOf(`?t=nowhere&${HOSTS.map((host) => `t=${host}`).join('&')}`, KNOWN);
    expect(asked.hosts).toEqual(HOSTS.slice(0, MOST));
    expect(asked.omitted).toEqual(HOSTS.slice(MOST));
    expect(asked.unknown).toEqual(['nowhere']);
  });

  it('accept hosts outside the catalog, which may have a live result', () => {
    const asked = viewOf("?t=Mine.example&t=docs.rs&t=a'b.example&t=a;b.example&t=$(id).example", KNOWN);
    expect(asked.hosts).toEqual(['mine.example', 'docs.rs']);
    expect(asked.unknown.length).toBeGreaterThan(0);
  });

  it('ignore anything that is not a valid host', () => {
    const asked = viewOf('?t=<img src=x>&t=%00&t=&t=%E2%80%AE&t=a%20b&t=//&all=yes&evidence', KNOWN);
    expect(asked).toMatchObject({ hosts: [], unknown: [], all: false, evidence: false });
  });

  it('restore the view from its query', () => {
    const hosts = HOSTS.toReversed().slice(0, MOST);
    for (const made of [
      { hosts, all: true, evidence: false, category: 'mcp' },
      { hosts: [], all: false, evidence: true, category: '' },
    ])
      expect(viewOf(queryOf(made), KNOWN)).toEqual({ ...made, omitted: [], unknown: [] });
  });

  it('leave default values out of the query', () => {
    const view = { hosts: ['docs.rs', 'pypi.org'], all: false, evidence: false, category: '' };
    expect(queryOf(view)).toBe('?t=docs.rs&t=pypi.org');
    expect(queryOf({ ...view, hosts: [] })).toBe('');
  });
});

describe('findSite', () => {
  it.each([
    ['docs.rs', 'docs.rs'],
    [' HTTPS://Docs.rs/releases?q=1 ', 'docs.rs'],
    ['react', 'react.dev'],
    ['PyPI', 'pypi.org'],
    ['documentation', 'docs.python.org'],
    ['stripe.c', 'stripe.com'],
    ['https://mine.example/a', 'mine.example'],
  ])('finds a site by %j', (typed, host) => {
    expect(findSite(typed, SITES).found?.host).toBe(host);
  });

  it('finds no site if several match, none matches or nothing was typed', () => {
    const candidates = (typed: string) => {
      const search = findSite(typed, SITES);
      return search.found === undefined ? search.candidates.map(({ host }) => host) : 'found';
    };
    expect(candidates('docs')).toEqual(['docs.python.org', 'docs.rs']);
    expect(candidates('nowhere')).toEqual([]);
    expect(candidates('  ')).toEqual([]);
  });
});

it('suggests sites by name or host, and all sites for empty input', () => {
  expect(sitesMatching(' Documentation', SITES).map(({ host }) => host)).toEqual(['docs.python.org']);
  expect(sitesMatching('.dev', SITES).map(({ host }) => host)).toEqual(['react.dev']);
  expect(sitesMatching(' ', SITES)).toEqual(SITES);
});

it('prints commands that compare each site with the first', () => {
  const hosts = ['a.example', 'b.example', 'c.example'];
  expect(terminalComparison(hosts, 'https://catalog.example', 'npx cli')).toBe(
    [
      "curl -s 'https://catalog.example/score/a.example/json' -o 'a.example.json'",
      "curl -s 'https://catalog.example/score/b.example/json' -o 'b.example.json'",
      "curl -s 'https://catalog.example/score/c.example/json' -o 'c.example.json'",
      "npx cli compare 'a.example.json' 'b.example.json'",
      "npx cli compare 'a.example.json' 'c.example.json'",
    ].join('\n'),
  );
});
