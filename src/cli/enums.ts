/** The closed sets that arguments are taken from. */

/** Documents that a schema is printed for. */
export const DOCUMENT_NAMES = [
  'audit',
  'audit-failures',
  'audit-gate',
  'events',
  'checks',
  'explain',
  'fix',
  'compare',
  'plan',
  'skill',
  'examples',
  'error',
  'config',
  'baseline',
] as const;
export type DocumentName = (typeof DOCUMENT_NAMES)[number];

/** Coding agents that the skill is installed for; `agents` is the folder that several share. */
export const HOSTS = ['agents', 'claude', 'codex', 'copilot', 'cursor', 'gemini'] as const;
export type Host = (typeof HOSTS)[number];

/**
 * Where coding agents look for the skills of a project, as each documents it. `.agents/skills` is the folder that
 * several share (https://agentskills.io).
 */
export const SKILL_FOLDERS = {
  agents: '.agents/skills',
  claude: '.claude/skills',
  codex: '.agents/skills',
  copilot: '.github/skills',
  cursor: '.cursor/skills',
  gemini: '.gemini/skills',
} as const satisfies Readonly<Record<Host, string>>;
