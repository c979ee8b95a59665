/** The commands that write files. */

import { HOSTS } from '../enums.ts';
import { INIT, SKILL, SKILL_INSTALL } from '../options.ts';
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
  define({
    name: 'init',
    args: [],
    summary: 'write the configuration and the pipeline that hold a site to it',
    description:
      'Writes agent-readiness.config.json and a pipeline that audits the site in every pull request, and says what to do ' +
      'next.\n\nThe gate is green at once: what fails today is written down in a baseline, and fails no build until it gets ' +
      'worse. Running it twice changes nothing; a file that differs is replaced only with --force.',
    writes: true,
    settings: INIT,
    action: async (run) => (await import('../commands/init.ts')).init(await run()),
  }),
];
