/** What the page of a guide says beside its text: how the catalog does, and a prompt for a coding agent. */
import type { Definition } from '../definitions/definition.ts';
import { npxCommand, verifyOptions } from '../npx.ts';
import { type Adoption, latestRate } from './adoption.ts';
import type { Listed } from './listed.ts';
import { KEYWORD_WORDS } from './words.ts';

/** The sections of every guide, in order: what to do comes before how it is judged. */
export const GUIDE_SECTIONS = [
  'Why it matters to an agent',
  'How to fix it',
  'How to verify it',
  'Common mistakes',
  'What is probed',
  'How the verdict is made',
] as const;

/** The words of verdicts, which pages and data spell differently: said once in each guide, in Markdown. */
export const WORDS_NOTE =
  'Pages show these verdicts in capitals, with two names of their own: MISSING is `absent`, and N/A is `n_a`.';

const LANGUAGES: Readonly<Record<string, string>> = {
  apacheconf: 'Apache',
  astro: 'Astro',
  caddyfile: 'Caddy',
  'dns-zone': 'Zone file',
  erb: 'ERB',
  html: 'HTML',
  http: 'HTTP',
  js: 'JavaScript',
  json: 'JSON',
  json5: 'JSON',
  jsx: 'JavaScript',
  liquid: 'Liquid',
  markdown: 'Markdown',
  md: 'Markdown',
  php: 'PHP',
  python: 'Python',
  ruby: 'Ruby',
  sh: 'Shell',
  text: 'Text',
  toml: 'TOML',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
};

/** What the head of a block of code says of its language. */
export function languageName(language: string): string {
  return LANGUAGES[language] ?? language;
}

/** So many sites are named for what they do. */
const NAMED = 6;

/** How the sites of the catalog do in a check, and the best of those that pass, and of those that have it, but not right. */
export function checkInCatalog(id: string, listed: readonly Listed[], adoption: Adoption) {
  const judged = listed.map(({ target, scored }) => ({
    target,
    // `skip`, which counts for nothing, where the check was not judged then.
    status: scored.results.find((result) => result.id === id)?.status ?? 'skip',
  }));
  const named = (statuses: readonly string[]) =>
    judged
      .filter(({ status }) => statuses.includes(status))
      .slice(0, NAMED)
      .map(({ target }) => target);
  return {
    rate: latestRate(adoption, id),
    passing: named(['pass']),
    broken: named(['broken', 'noncompliant']),
  };
}

/** What a coding agent is told, at the catalog with this origin. */
export function guidePrompt({ id, label, keyword, goal, fix }: Definition, origin: string): string {
  return [
    `Make this site pass the agent-readiness check "${label}" (${id}, ${KEYWORD_WORDS[keyword]}).`,
    `Goal: ${goal}`,
    `Fix: ${fix}`,
    `Guide: ${origin}/fix/${id}.md`,
    `Afterwards verify it with: ${npxCommand(origin)} <the site> ${verifyOptions(id)}`,
  ].join('\n');
}
