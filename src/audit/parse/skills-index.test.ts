import { describe, expect, it } from 'vitest';
import { parseSkillsIndex } from './skills-index.ts';

const INDEX = 'https://a.example/.well-known/agent-skills/index.json';
const $schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const SHA = 'a'.repeat(64);
const SKILL = {
  name: 'a-b',
  type: 'skill-md',
  description: 'Does',
  url: 'a-b/SKILL.md',
  digest: `sha256:${SHA}`,
};
const read = (index: object) => parseSkillsIndex(JSON.stringify(index), INDEX);

describe('parseSkillsIndex', () => {
  it('reads an index version 0.2.0 and resolves its files against itself', () => {
    expect(
      read({ $schema, skills: [SKILL, { ...SKILL, url: '/b', digest: `sha256:${'b'.repeat(64)}` }] }),
    ).toEqual({
      ok: true,
      value: {
        skills: 2,
        version: 'index version 0.2.0',
        missing: [],
        misnamesDigest: false,
        files: [
          { url: 'https://a.example/.well-known/agent-skills/a-b/SKILL.md', sha256: SHA },
          { url: 'https://a.example/b', sha256: 'b'.repeat(64) },
        ],
      },
    });
  });

  it.each(['sha256', 'SHA256', 'sha-256'])('finds a digest under the name %s', (name) => {
    const { digest: _, ...rest } = SKILL;
    for (const claim of [{ $schema }, {}])
      expect(read({ ...claim, skills: [SKILL, { ...rest, [name]: SHA }] })).toMatchObject({
        value: { missing: [], misnamesDigest: true },
      });
    expect(read({ $schema, skills: [{ ...SKILL, [name]: SHA }] })).toMatchObject({
      value: { missing: [], misnamesDigest: false },
    });
    expect(read({ $schema, skills: [rest, { ...rest, [name]: SHA }] })).toMatchObject({
      value: { missing: [expect.stringMatching(/^`digest`/)], misnamesDigest: true },
    });
  });

  it.each([
    [{ name: 'Ab' }, /^`name`/],
    [{ name: 'a--b' }, /^`name`/],
    [{ type: undefined }, /^`type`$/],
    [{ description: ' ' }, /^`description`$/],
    [{ url: 5 }, /^`url`$/],
    [{ digest: `sha256:${SHA.toUpperCase()}` }, /^`digest`/],
  ])('names what 0.2.0 requires and an entry with %j lacks', (part, name) => {
    const index = read({ $schema, skills: [SKILL, { ...SKILL, ...part }] });
    expect(index).toMatchObject({ ok: true, value: { missing: [expect.stringMatching(name)] } });
  });

  it.each([[{}], [5], [{ id: 'a', href: '/a' }]])('recognizes no entry in %j', (entry) => {
    expect(read({ skills: [entry, entry] })).toMatchObject({ value: { missing: ['`name`'] } });
  });

  it.each([
    ['the same URI over http', { $schema: $schema.replace('https', 'http') }],
    ['a URI of its own', { $schema: 'https://a.example/schemas/skills-index-v0.2.0.json' }],
    ['a version, as drafts of 0.2.0 had it', { version: '0.2.0' }],
    ['a short version', { version: 'v0.2' }],
  ])('requires the same of one that claims 0.2.0 by %s', (_title, claim) => {
    const bare = [{ name: 'a-b', description: 'Does', url: 'a-b/SKILL.md' }];
    expect(read({ ...claim, skills: bare })).toMatchObject({
      value: { missing: ['`type`', expect.stringMatching(/^`digest`/)] },
    });
    expect(read({ ...claim, skills: [SKILL] })).toMatchObject({ value: { missing: [] } });
  });

  it.each([
    { version: '0.1.0' },
    { version: '10.2.0' },
    { version: '0.2.01' },
    { version: '1.0.2' },
    { version: 0.2 },
  ])('requires nothing of one that says %j', (said) => {
    expect(read({ ...said, skills: [{ name: 'A' }] })).toMatchObject({ value: { missing: [] } });
  });

  it('requires nothing of an index that claims no version, or one that is not known', () => {
    const bare = [{ name: 'A' }, 'x'];
    expect(read({ skills: bare })).toMatchObject({
      value: { skills: 2, missing: [], version: expect.stringContaining('0.1.0') },
    });
    expect(read({ $schema: 'https://a.example/9', skills: bare })).toMatchObject({
      value: { missing: [], version: expect.stringContaining('https://a.example/9') },
    });
  });

  it('takes no file without a digest of its form or without an http URL', () => {
    const skills = [
      { ...SKILL, url: 'ftp://a.example/x' },
      { ...SKILL, digest: 'sha256:' },
      { ...SKILL, url: undefined },
    ];
    expect(read({ skills })).toMatchObject({ value: { files: [] } });
  });

  it.each(['{"skills":{}}', '{}', 'null', 'x'])('refuses %s', (text) => {
    expect(parseSkillsIndex(text, INDEX).ok).toBe(false);
  });
});
