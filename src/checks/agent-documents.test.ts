import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { auditSite, type Route, type Routes, resultOn, serveSite } from '../testing/serve.ts';

const HOME: Route = { type: 'text/html', body: '<!doctype html><title>Home</title><h1>Home</h1>' };
const HTML: Route = { type: 'text/html', body: '<!doctype html><title>Page</title>' };
const json = (value: unknown): Route => ({ type: 'application/json', body: JSON.stringify(value) });
const text = (body: string, type = 'text/plain'): Route => ({ type, body });
const AGENT = '/.well-known/agent-card.json';
const SKILLS = '/.well-known/agent-skills/index.json';
const AI = '/.well-known/ai-catalog.json';
const ARD = '/.well-known/ard.json';

const COMMON = {
  name: 'A',
  description: 'An agent',
  version: '1.0.0',
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: 'Does s', tags: ['s'] }],
};
const CARD_03 = { ...COMMON, url: 'http://127.0.0.1/a2a', protocolVersion: '0.3.0' };

const $schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const SKILL_TEXT = '---\nname: a\ndescription: Does a\n---\n# A\n';
const digestOf = (body: string | Uint8Array) => `sha256:${createHash('sha256').update(body).digest('hex')}`;
const skill = (url: string, digest = digestOf(SKILL_TEXT)) => ({
  name: 'a',
  type: 'skill-md',
  description: 'Does a',
  url,
  digest,
});
const file = text(SKILL_TEXT, 'text/markdown');

interface Case {
  readonly id: string;
  readonly title: string;
  readonly routes: Routes;
  readonly expect: string;
  readonly reason?: string;
  readonly evidence?: RegExp;
}

/** Each row is a real server: what it serves beside the home page, and the verdict its owner would accept. */
const CASES: readonly Case[] = [
  // ai-catalog
  {
    id: 'ai-catalog',
    title: 'the manifest of ARD instead',
    routes: { [ARD]: json({ entries: [] }) },
    expect: 'n_a',
    reason: 'optional-absent',
    evidence: /ai-catalog\.json -> 404; .*ard\.json -> 200 \(the manifest of ARD instead\)/,
  },

  // a2a-agent-card
  {
    id: 'a2a-agent-card',
    title: 'the complete one at the older path',
    routes: { [AGENT]: json({ name: 'A', url: 'x' }), '/.well-known/agent.json': json(CARD_03) },
    expect: 'pass',
    evidence: /agent\.json -> 200/,
  },

  {
    id: 'a2a-agent-card',
    title: 'the address of the example that it was copied from',
    routes: { [AGENT]: json({ ...CARD_03, url: 'https://example.com/a2a/v1' }) },
    expect: 'noncompliant',
    evidence: /still with the example's address: https:\/\/example\.com\/a2a\/v1/,
  },
  {
    id: 'a2a-agent-card',
    title: 'of 0.2, at its path, without a version',
    routes: { '/.well-known/agent.json': json({ ...COMMON, url: 'http://127.0.0.1/a2a' }) },
    expect: 'pass',
    evidence: /A2A 0\.2/,
  },

  // agent-skills
  {
    id: 'agent-skills',
    title: 'of 0.2.0',
    routes: { [SKILLS]: json({ $schema, skills: [skill('/s/SKILL.md')] }), '/s/SKILL.md': file },
    expect: 'pass',
    evidence: /1 skill, index of 0\.2\.0; 1 digest compared/,
  },
  {
    id: 'agent-skills',
    title: 'an archive',
    routes: {
      [SKILLS]: json({
        $schema,
        skills: [{ ...skill('a.tar.gz', digestOf(gzipSync('x'))), type: 'archive' }],
      }),
      '/.well-known/agent-skills/a.tar.gz': { type: 'application/gzip', body: gzipSync('x') },
    },
    expect: 'pass',
    evidence: /1 digest compared/,
  },
  {
    id: 'agent-skills',
    title: 'a file that changed after its digest was made',
    routes: {
      [SKILLS]: json({ $schema, skills: [skill('/s/SKILL.md')] }),
      '/s/SKILL.md': text(`${SKILL_TEXT}More\n`, 'text/markdown'),
    },
    expect: 'broken',
    evidence: /not the digest of .*\/s\/SKILL\.md -> 200 \(its SHA-256 is/,
  },
  {
    id: 'agent-skills',
    title: 'a file that is sent compressed, as it is read',
    routes: {
      [SKILLS]: json({ $schema, skills: [skill('/s/SKILL.md')] }),
      '/s/SKILL.md': {
        type: 'text/markdown',
        headers: { 'content-encoding': 'gzip' },
        body: gzipSync(SKILL_TEXT),
      },
    },
    expect: 'pass',
  },
  {
    id: 'agent-skills',
    title: 'an archive that the server declares as a coding',
    routes: {
      [SKILLS]: json({ $schema, skills: [skill('/a.tar.gz', digestOf(gzipSync('x')))] }),
      '/a.tar.gz': {
        type: 'application/x-tar',
        headers: { 'content-encoding': 'gzip' },
        body: gzipSync('x'),
      },
    },
    expect: 'pass',
    evidence: /not compared: .*sent in a content coding/,
  },
  {
    id: 'agent-skills',
    title: 'the page for unknown paths in place of the file',
    routes: { [SKILLS]: json({ $schema, skills: [skill('/s/SKILL.md')] }), '*': HTML },
    expect: 'noncompliant',
    evidence: /not the file but a page/,
  },
  {
    id: 'agent-skills',
    title: 'files on another host are not asked',
    routes: { [SKILLS]: json({ $schema, skills: [skill('http://127.0.0.1:9/SKILL.md')] }) },
    expect: 'pass',
    evidence: /\(1 skill, index of 0\.2\.0\)/,
  },
  {
    id: 'agent-skills',
    title: 'at the older path',
    routes: { '/.well-known/skills/index.json': json({ skills: [{ name: 'a', files: ['SKILL.md'] }] }) },
    expect: 'pass',
    evidence: /\.well-known\/skills\/index\.json -> 200/,
  },
];

describe('catalog, agent card and skills, on real servers', () => {
  it.each(CASES)(
    '$id: $title → $expect $reason',
    async ({ id, routes, expect: status, reason, evidence }) => {
      const result = await resultOn({ '/': HOME, ...routes }, id);
      expect(result.status, result.evidence).toBe(status);
      if (reason !== undefined) expect(result).toMatchObject({ na_reason: reason });
      if (evidence !== undefined) expect(result.evidence).toMatch(evidence);
    },
  );

  it('compares three files at most, each asked once', async () => {
    const skills = ['/1', '/2', '/3', '/4'].map((path) => skill(path));
    await using site = await serveSite({
      '/': HOME,
      [SKILLS]: json({ $schema, skills }),
      ...Object.fromEntries(skills.map(({ url }) => [url, file])),
    });
    await auditSite(site.url, { only: ['agent-skills'] });
    expect(site.asked.filter((request) => /^GET \/\d$/.test(request)).toSorted()).toEqual([
      'GET /1',
      'GET /2',
      'GET /3',
    ]);
  });

  it('asks for the manifest of ARD only where there is no ai-catalog', async () => {
    await using site = await serveSite({ '/': HOME, [AI]: json({}) });
    await auditSite(site.url, { only: ['ai-catalog'] });
    expect(site.asked).not.toContain(`GET ${ARD}`);
  });
});
