/** The commands that write files. */

import { HOSTS } from '../enums.ts';
import { SKILL, SKILL_INSTALL } from '../options.ts';
import { choiceArgument, define, memberOf } from './define.ts';

export const WRITING = [
  define({
    name: 'skill install',
    args: [
      choiceArgument(
        '[host]',
        'the coding agent; “agents” is a folder that many of them share',
        HOSTS,
      ).default('agents'),
    ],
    summary: 'write the skill for a host',
    description:
      'Writes the skill where a host looks for it. Installing twice changes nothing; a file that differs is replaced ' +
      'only with --force.',
    writes: true,
    settings: SKILL_INSTALL,
    action: async (run, [host]) =>
      (await import('../commands/skill.ts')).install(await run(), memberOf(HOSTS, host)),
  }),
  define({
    name: 'skill update',
    args: [],
    summary: 'bring installed skills up to date',
    description: 'Replaces the skill files installed here with those of this version.',
    writes: true,
    settings: SKILL,
    action: async (run) => (await import('../commands/skill.ts')).update(await run()),
  }),
];
