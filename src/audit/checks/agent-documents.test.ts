import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { HOME, HTML, json, text } from '../../testing/routes.ts';
import { auditSite, serveSite } from '../../testing/serve.ts';
import { itJudges } from '../../testing/verdicts.ts';

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
const FILE = '/s/SKILL.md';
const listing = (...skills: object[]) => ({ [SKILLS]: json({ $schema, skills }) });
const gzipped = (type: string, body: string) => ({
  type,
  headers: { 'content-encoding': 'gzip' },
  body: gzipSync(body),
});
const file = text(SKILL_TEXT, 'text/markdown');

itJudges('ai-catalog', [
  [
    'optional-absent',
    'an ARD manifest instead',
    { [ARD]: json({ entries: [] }) },
    /ai-catalog\.json -> 404; .*ard\.json -> 200 \(an ARD manifest instead\)/,
  ],
]);

itJudges('a2a-agent-card', [
  [
    'pass',
    'the complete one at the older path',
    { [AGENT]: json({ name: 'A', url: 'x' }), '/.well-known/agent.json': json(CARD_03) },
    /agent\.json -> 200/,
  ],
]);

itJudges('agent-skills', [
  [
    'pass',
    'an archive',
    {
      ...listing({ ...skill('a.tar.gz', digestOf(gzipSync('x'))), type: 'archive' }),
      '/.well-known/agent-skills/a.tar.gz': { type: 'application/gzip', body: gzipSync('x') },
    },
    /1 digest compared/,
  ],
  [
    'broken',
    'a file that changed after its digest was made',
    { ...listing(skill(FILE)), [FILE]: text(`${SKILL_TEXT}More\n`, 'text/markdown') },
    /wrong digest: .*\/s\/SKILL\.md -> 200 \(its SHA-256 is/,
  ],
  [
    'pass',
    'a file that is sent compressed, as it is read',
    { ...listing(skill(FILE)), [FILE]: gzipped('text/markdown', SKILL_TEXT) },
  ],
  [
    'pass',
    'an archive that the server declares as a coding',
    {
      ...listing(skill('/a.tar.gz', digestOf(gzipSync('x')))),
      '/a.tar.gz': gzipped('application/x-tar', 'x'),
    },
    /not compared: .*sent with a Content-Encoding/,
  ],
  [
    'noncompliant',
    'the page for unknown paths in place of the file',
    { ...listing(skill(FILE)), '*': HTML },
    /a page instead of the file/,
  ],
  [
    'pass',
    'files on another host are not asked',
    listing(skill('http://127.0.0.1:9/SKILL.md')),
    /\(1 skill, index version 0\.2\.0\)/,
  ],
  [
    'pass',
    'at the older path',
    { '/.well-known/skills/index.json': json({ skills: [{ name: 'a', files: ['SKILL.md'] }] }) },
    /\.well-known\/skills\/index\.json -> 200/,
  ],
]);

describe('catalog, agent card and skills, on real servers', () => {
  it('compares three files at most, each asked once', async () => {
    const skills = ['/1', '/2', '/3', '/4'].map((path) => skill(path));
    await using site = await serveSite({
      '/': HOME,
      ...listing(...skills),
      ...Object.fromEntries(skills.map(({ url }) => [url, file])),
    });
    await auditSite(site.url, { only: ['agent-skills'] });
    const asked = site.asked.filter((request) => /^GET \/\d$/.test(request));
    expect(asked.toSorted()).toEqual(['GET /1', 'GET /2', 'GET /3']);
  });

  it('asks for the manifest of ARD only where there is no ai-catalog', async () => {
    await using site = await serveSite({ '/': HOME, [AI]: json({}) });
    await auditSite(site.url, { only: ['ai-catalog'] });
    expect(site.asked).not.toContain(`GET ${ARD}`);
  });
});
