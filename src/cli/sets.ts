/** The closed sets that arguments are taken from. */

/** Shells that completion scripts are written for. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/** Documents that a schema is printed for. */
export const DOCUMENTS = [
  'audit',
  'audits',
  'events',
  'checks',
  'explain',
  'compare',
  'compare-with',
  'plan',
  'skill',
  'examples',
  'error',
] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

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
