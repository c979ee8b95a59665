/** The commands about checks and scorecards. */
import { Argument } from 'commander';
import { EXPLAIN } from '../options/fix.ts';
import { CHECKS, COMPARE } from '../options.ts';
import { define } from './define.ts';

export const ABOUT_CHECKS = [
  define({
    name: 'explain',
    args: [new Argument('<check>', 'the id of a check')],
    summary: 'explain one check',
    description:
      'Explains one check: what an agent gains, when it passes, what must be seen on the wire, and where to read more.',
    settings: EXPLAIN,
    action: async (run, [id = '']) => (await import('../commands/explain.ts')).explain(await run(), id),
  }),
  define({
    name: 'checks',
    args: [],
    summary: 'list the checks',
    description: 'Lists the checks of the catalogue, by category.',
    settings: CHECKS,
    action: async (run) => (await import('../commands/checks.ts')).checksCommand(await run()),
  }),
  define({
    name: 'compare',
    args: [
      new Argument('<from>', 'the earlier scorecard (JSON) or recording (HAR)'),
      new Argument('[to]', 'the later one; leave it out, or type “-”, to read it from stdin'),
    ],
    summary: 'compare two scorecards',
    description:
      'Compares two scorecards: which checks changed, and whether the site or the rules changed.\n\n' +
      'Either side may be a scorecard (the output of --json) or a recording (the file of --har), which is judged by ' +
      'today’s rules.\n\n' +
      'Differences are no failure: the exit code is 0, unless --fail-on-worse is given and the site made a check worse.',
    settings: COMPARE,
    action: async (run, [from = '', to]) =>
      (await import('../commands/compare.ts')).compare(await run(), from, to),
  }),
];
