/** Guides match the code: one for each check, in one form, with every status that the check can give. */
import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { checks } from '../audit/checks/index.ts';
import { examplesOf } from '../audit/examples/index.ts';
import { howToFix } from '../fix/explain.ts';
import { guideSchema } from '../fix/texts.ts';
import { readChangeTexts } from './fix-texts.ts';
import { FIX_SECTION, GUIDE_SECTIONS, wholeGuide } from './guide.ts';

const FOLDER = new URL('../../content/checks/', import.meta.url);
/** The maximum number of lines of one guide, and of all. */
const MOST_LINES = 70;
const MOST_LINES_OF_ALL = 4200;
const FENCE = /^ *(`{3,})(\w*)[^\n]*\n([\s\S]*?)^ *\1$/gm;

const names = readdirSync(FOLDER).map((name) => name.replace(/\.mdx$/, ''));
const textOf = (id: string) => readFileSync(new URL(`${id}.mdx`, FOLDER), 'utf8');
const linesOf = (text: string) => text.split('\n').length - 1;
const headingsOf = (prose: string) => Array.from(prose.matchAll(/^## (.+)$/gm), ([, name]) => name);
const texts = await readChangeTexts();

function section(body: string, name: string): string {
  return body.split(/^## /m).find((part) => part.startsWith(`${name}\n`)) ?? '';
}

describe('the guides', () => {
  it('exist for each check, and are short', () => {
    expect(names.toSorted()).toEqual(checks.map(({ id }) => id).toSorted());
    const total = names.reduce((sum, name) => sum + linesOf(textOf(name)), 0);
    expect(total).toBeLessThanOrEqual(MOST_LINES_OF_ALL);
  });

  describe.each(checks.map((check) => [check.id, check] as const))('%s', (id, check) => {
    const text = textOf(id);
    const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
    const prose = body.replace(FENCE, '');

    it('has its name and its sections in order, and is short', () => {
      expect(guideSchema.parse(load(front)).check).toBe(id);
      expect(headingsOf(prose)).toEqual(GUIDE_SECTIONS);
      expect(linesOf(text)).toBeLessThanOrEqual(MOST_LINES);
    });

    it('has every status of the check in its table', () => {
      const table = section(body, 'How the check decides')
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .join('\n');
      const given = new Set(examplesOf(check.id).map(({ expect: status }) => status));
      for (const status of given) expect(table).toContain(`\`${status}\``);
    });

    it('shows how to fix the check before how it decides', () => {
      const whole = wholeGuide(body, howToFix(check.id, texts)).replace(FENCE, '');
      const [why, ...rest] = GUIDE_SECTIONS;
      expect(headingsOf(whole)).toEqual([why, FIX_SECTION, ...rest]);
      expect(section(whole, FIX_SECTION).length).toBeGreaterThan(60);
    });

    it('has valid JSON', () => {
      for (const [, , language, code = ''] of body.matchAll(FENCE))
        expect(() => (language === 'json' ? JSON.parse(code) : undefined), code).not.toThrow();
      expect(body).toContain('```');
    });

    it('is both Markdown and MDX, without expressions and components', () => {
      const text = wholeGuide(body, howToFix(check.id, texts))
        .replace(FENCE, '')
        .replace(/`+[^`]*`+/g, '');
      expect(text).not.toMatch(/[{}]|<[A-Za-z/]|^(import|export) /m);
    });
  });
});
