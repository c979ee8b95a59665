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

describe('the address', () => {
  it('names sites in order, each once', () => {
    expect(viewOf('?t=react.dev&t=docs.rs&t=React.dev', KNOWN)).toEqual({
      hosts: ['react.dev', 'docs.rs'],
      omitted: [],
      unknown: [],
      all: false,
      evidence: false,
      category: '',
    });
  });

  it('may contain too many sites, and names that are not hosts', () => {
    const asked = viewOf(`?t=nowhere&${HOSTS.map((host) => `t=${host}`).join('&')}`, KNOWN);
    expect(asked.hosts).toEqual(HOSTS.slice(0, MOST));
    expect(asked.omitted).toEqual(HOSTS.slice(MOST));
    expect(asked.unknown).toEqual(['nowhere']);
  });

  it('may name hosts outside of the catalog, which may have a live result', () => {
    const asked = viewOf("?t=Mine.example&t=docs.rs&t=a'b.example&t=a;b.example&t=$(id).example", KNOWN);
    expect(asked.hosts).toEqual(['mine.example', 'docs.rs']);
    expect(asked.unknown.length).toBeGreaterThan(0);
  });

  it('may contain anything, but only hosts are accepted', () => {
    const asked = viewOf('?t=<img src=x>&t=%00&t=&t=%E2%80%AE&t=a%20b&t=//&all=yes&evidence', KNOWN);
    expect(asked).toMatchObject({ hosts: [], unknown: [], all: false, evidence: false });
  });

  it('restores the view that it was built from', () => {
    const hosts = HOSTS.toReversed().slice(0, MOST);
    for (const made of [
      { hosts, all: true, evidence: false, category: 'mcp' },
      { hosts: [], all: false, evidence: true, category: '' },
    ])
      expect(viewOf(queryOf(made), KNOWN)).toEqual({ ...made, omitted: [], unknown: [] });
  });

  it('is as short as the choice', () => {
    const view = { hosts: ['docs.rs', 'pypi.org'], all: false, evidence: false, category: '' };
    expect(queryOf(view)).toBe('?t=docs.rs&t=pypi.org');
    expect(queryOf({ ...view, hosts: [] })).toBe('');
  });
});

describe('a site is found', () => {
  it.each([
    ['docs.rs', 'docs.rs'],
    [' HTTPS://Docs.rs/releases?q=1 ', 'docs.rs'],
    ['react', 'react.dev'],
    ['PyPI', 'pypi.org'],
    ['documentation', 'docs.python.org'],
    ['stripe.c', 'stripe.com'],
    ['https://mine.example/a', 'mine.example'],
  ])('by %j', (typed, host) => {
    expect(findSite(typed, SITES).found?.host).toBe(host);
  });

  it('unless several fit, or none, or nothing was typed', () => {
    const candidates = (typed: string) => {
      const search = findSite(typed, SITES);
      return search.found === undefined ? search.candidates.map(({ host }) => host) : 'found';
    };
    expect(candidates('docs')).toEqual(['docs.python.org', 'docs.rs']);
    expect(candidates('nowhere')).toEqual([]);
    expect(candidates('  ')).toEqual([]);
  });
});

it('sites are offered by their name or host, all of them where nothing is typed', () => {
  expect(sitesMatching(' Documentation', SITES).map(({ host }) => host)).toEqual(['docs.python.org']);
  expect(sitesMatching('.dev', SITES).map(({ host }) => host)).toEqual(['react.dev']);
  expect(sitesMatching(' ', SITES)).toEqual(SITES);
});

it('is the same in a terminal, each site with the first', () => {
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
