/** The guides say what the code does: one for each check, in one form, with every status that the check can give. */
import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { checks } from '../checks/index.ts';
import { examplesOf } from '../examples/index.ts';
import { GUIDE_SECTIONS } from '../view/guide.ts';
import { PLATFORMS } from '../view/platforms.ts';
import { guideSchema } from '../view/texts.ts';

const FOLDER = new URL('../../content/checks/', import.meta.url);
const FENCE = /^ *(`{3,})(\w*)[^\n]*\n([\s\S]*?)^ *\1$/gm;

function guide(id: string) {
  const [, front = '', body = ''] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(new URL(`${id}.mdx`, FOLDER), 'utf8')) ?? [];
  return { front: guideSchema.parse(load(front)), body };
}

/** The part of a guide under one of its headings. */
function section(body: string, name: string): string {
  return body.split(/^## /m).find((part) => part.startsWith(`${name}\n`)) ?? '';
}

/** Headings under "How to fix it" that are for everybody, whatever platform is chosen. */
const GENERAL_HEADINGS: readonly string[] = [
  'HTML',
  'JavaScript',
  'React',
  'Single-page apps',
  'Any static site',
  'Any site',
  'DNS zone file',
  'Amazon Route 53',
  'Providers without SVCB records',
  'Markup that you cannot rename',
  'A signed request',
];

describe('the guides', () => {
  it('are one for each check', () => {
    const names = readdirSync(FOLDER).map((name) => name.replace(/\.mdx$/, ''));
    expect(names.toSorted()).toEqual(checks.map(({ id }) => id).toSorted());
  });

  describe.each(checks.map((check) => [check.id, check] as const))('%s', (id, check) => {
    const { front, body } = guide(id);
    const prose = body.replace(FENCE, '');

    it('has its name and the sections, in order', () => {
      expect(front.check).toBe(id);
      expect(Array.from(prose.matchAll(/^## (.+)$/gm), ([, name]) => name)).toEqual(GUIDE_SECTIONS);
    });

    it('has platforms of the closed list under "How to fix it", each once', () => {
      const headings = Array.from(
        section(prose, 'How to fix it').matchAll(/^### (.+)$/gm),
        ([, name]) => name,
      );
      const known: readonly string[] = [...PLATFORMS.map(({ name }) => name), ...GENERAL_HEADINGS];
      expect(headings.filter((name = '') => !known.includes(name))).toEqual([]);
      expect(new Set(headings).size).toBe(headings.length);
    });

    it('names every status that the check gives', () => {
      const verdicts = section(body, 'How the verdict is made');
      const given = new Set(examplesOf(check.id).map(({ expect: status }) => status));
      for (const status of given) expect(verdicts, status).toMatch(new RegExp(`\`?${status}\`?`));
    });

    it('has snippets for two stacks or more, and JSON that can be read', () => {
      expect(Array.from(body.matchAll(/^### /gm)).length).toBeGreaterThanOrEqual(2);
      for (const [, , language, code = ''] of body.matchAll(FENCE)) {
        if (language === 'json') expect(() => JSON.parse(code), code).not.toThrow();
      }
    });

    it('is Markdown beside being MDX: nothing in it is an expression or a component', () => {
      const text = prose.replace(/`+[^`]*`+/g, '');
      expect(text).not.toMatch(/[{}]|<[A-Za-z/]|^(import|export) /m);
    });
  });
});
