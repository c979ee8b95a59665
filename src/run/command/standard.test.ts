/** The pages of the principles; `src/cli/standard.test.ts` has a test or a reason for each requirement that they publish. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseFrontMatter } from '../../parse/front-matter.ts';

const FOLDER = new URL('../../../content/principles/', import.meta.url);

const principleSchema = z.strictObject({
  id: z.string(),
  name: z.string().min(8),
  site: z.string().min(20).max(140),
  summary: z.string().min(20).max(140),
  requirements: z.array(
    z.strictObject({
      id: z.string(),
      level: z.enum(['must', 'should', 'may']),
      applies: z.string(),
      text: z.string().regex(/^.{15,}\.$/),
    }),
  ),
});

const HEADINGS = ['What it asks', 'Why agents need it', 'What shows it', 'What goes wrong without it'];

function read(id: string) {
  const text = readFileSync(new URL(`${id.toLowerCase()}.mdx`, FOLDER), 'utf8');
  const parsed = parseFrontMatter(text);
  if (parsed?.ok !== true) throw new Error(`${id}: ${parsed?.why ?? 'no front matter'}`);
  return { text, principle: principleSchema.parse(parsed.value) };
}

const IDS = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8'];

it('has every principle, and says nothing twice', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(IDS.map((id) => `${id.toLowerCase()}.mdx`));
  const all = IDS.flatMap((id) => read(id).principle.requirements);
  for (const member of ['id', 'text'] as const)
    expect(new Set(all.map((one) => one[member])).size).toBe(all.length);
});

describe.each(IDS)('%s', (id) => {
  const { text, principle } = read(id);

  it('has requirements whose ids begin with the principle and the level', () => {
    expect(principle.id).toBe(id);
    for (const { id: own, level } of principle.requirements)
      expect(own).toMatch(new RegExp(`^${id.toLowerCase()}-${level}-[a-z-]+$`));
  });

  it('has its sections in order', () => {
    expect([...text.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)).toEqual(HEADINGS);
  });
});
