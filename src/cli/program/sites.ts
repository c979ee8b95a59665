/** The commands that audit a site. */
import { Argument } from 'commander';
import { prepareAudit } from '../audits.ts';
import { FIX, FIX_GROUPS } from '../options/fix.ts';
import { AUDIT, AUDIT_GROUPS } from '../options.ts';
import { refusedTargets } from '../usage.ts';
import { define } from './define.ts';

export const SITES = [
  define({
    name: 'audit',
    args: [
      new Argument('[target]', 'a host (example.com) or a URL (http://localhost:3000); the path is ignored'),
    ],
    summary: 'audit a site (the default command)',
    description:
      'Audits a site and prints its scorecard.\n\nIt writes nothing, except the recording that --har names and, where that is ' +
      'asked for, reports and the baseline. An audit cut short by its deadline is still printed, says so, and exits with 69. ' +
      'It exits with 1 only where the site was audited and does not meet its requirements: --fail-under, or by thresholds, ' +
      'assertions and a baseline in agent-readiness.config.json.',
    settings: AUDIT,
    groups: AUDIT_GROUPS,
    action: async (run, [target], { root }) => {
      const refused = target === undefined ? undefined : refusedTargets(root, [target]);
      if (refused !== undefined) throw refused;
      const asked = await run();
      // The process that audits loads its code while this one does.
      if (!asked.values.dryRun) await prepareAudit(asked.output.session);
      await (await import('../commands/audit.ts')).auditCommand(asked, target);
    },
  }),
  define({
    name: 'fix',
    args: [
      new Argument(
        '[from]',
        'a scorecard (JSON), a recording (HAR), “-” for stdin, or a site to audit now; without it the target of the configuration, else stdin',
      ),
    ],
    summary: 'print what to change on a site, on one page',
    description:
      'Prints the brief, one page that says what to change on a site: what to ask its owner, one part for each change with ' +
      'what must be seen on the wire, the score that is reachable, and the command that verifies it. Give it to a coding ' +
      'agent, or follow it yourself. It is Markdown in a pipe and laid out in a terminal.\n\n' +
      'It writes nothing. Given a site, it audits it first.',
    settings: FIX,
    groups: FIX_GROUPS,
    action: async (run, [from]) => (await import('../commands/fix.ts')).fix(await run(), from),
  }),
];
