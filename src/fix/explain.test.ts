import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { definitionOf, definitions } from '../audit/check-texts/index.ts';
import { readChangeTexts } from '../site/fix-texts.ts';
import { explainMarkdown, guideSection } from './explain.ts';

const texts = await readChangeTexts();
const guideOf = (id: string) =>
  readFileSync(new URL(`../../content/checks/${id}.mdx`, import.meta.url), 'utf8');

test.each(definitions.map((check) => [check.id, check] as const))(
  'explains %s in 2,000 characters, with the wire and a mistake',
  (id, check) => {
    const guideUrl = `https://catalog.example/fix/${id}.md`;
    const text = explainMarkdown(check, texts, { guide: guideOf(id), guideUrl });
    expect(text.length).toBeLessThanOrEqual(2_000);
    expect(text).toMatch(
      /^# .+\n\n`[\w-]+`, (MUST|SHOULD|MAY)\. .+\n\nPasses when: .+\n\n## Required responses\n\n[\s\S]{30}/,
    );
    expect(text).toContain('\n## Common mistakes\n\n- ');
    expect(text.endsWith(`\n\nThe whole guide: <${guideUrl}>\n`)).toBe(true);
    expect(text).not.toMatch(/\{\/\*|\n{3}|^```\w+ /m);
    expect(guideSection(guideOf(id), 'How the check decides')).not.toBe('');
  },
);

test('shows the checks that newly apply with a check, and no other checks of its change', () => {
  const text = explainMarkdown(definitionOf('robots'), texts, { guide: '' });
  expect(text).toContain('User-agent: OAI-SearchBot');
  expect(text).toContain('Content-Signal:');
  expect(explainMarkdown(definitionOf('content-signals'), texts, { guide: '' })).not.toContain(
    'OAI-SearchBot',
  );
});

test('tells how to correct an optional document only if the site has it', () => {
  const explained = (status: string) =>
    explainMarkdown(definitionOf('ai-catalog'), texts, { guide: '', status });
  for (const status of ['broken', 'noncompliant'])
    expect(explained(status)).toContain('\n\nCorrect the document, or remove it');
  for (const status of ['n_a', 'pass', 'error'])
    expect(explained(status)).toMatch(/## Required responses\n\nServe a JSON catalog(?![\s\S]*or remove it)/);
});

test('shortens the text only by whole mistakes, the last first', () => {
  const guide =
    '\n## Common mistakes\n\n- One\n  line.\n- Two.\n- Three.\n\n## How to verify it\n\nRun it.\n';
  const check = definitionOf('llms-txt-links');
  const whole = explainMarkdown(check, texts, { guide });
  expect(whole).toMatch(/\n\n## Common mistakes\n\n- One line\.\n- Two\.\n- Three\.\n$/);
  const cut = explainMarkdown(check, texts, { guide, most: JSON.stringify(whole).length - 3 });
  expect(cut).toBe(whole.replace('\n- Three.', ''));
  expect(explainMarkdown(check, texts, { guide, most: 0 })).toBe(
    whole.replace(/\n\n## Common mistakes[\s\S]*/, '\n'),
  );
});
