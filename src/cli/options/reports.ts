/** Options of `audit`: what it writes, and recordings. */
import { flag, text } from '../settings.ts';
import { CATALOG } from './catalog.ts';
import { outputFile } from './output-file.ts';

export const REPORTS = {
  outputFile,
  base: text({
    flags: '--base <file>',
    env: 'AUDIT_BASE',
    config: 'base',
    path: true,
    description: 'an earlier scorecard (JSON); reports say what is better and worse than in it',
    fallback: undefined,
    shown: 'none',
  }),
  onlyFailures: flag({
    flags: '--only-failures',
    env: 'AUDIT_ONLY_FAILURES',
    config: 'onlyFailures',
    description: 'leave out of every report what passed and what does not apply',
  }),
  compact: flag({
    flags: '--compact',
    env: 'AUDIT_COMPACT',
    description: 'JSON on one line, without indentation',
  }),
  har: text({
    flags: '--har <file>',
    env: 'AUDIT_HAR',
    description: 'record every request and answer in a HAR 1.2 file',
    fallback: undefined,
    shown: 'no recording',
  }),
  replay: text({
    flags: '--replay <file>',
    env: 'AUDIT_REPLAY',
    description: 'judge a recording again, offline; “-” is stdin',
    fallback: undefined,
    shown: 'off',
  }),
  ...CATALOG,
  dryRun: flag({
    flags: '-n, --dry-run',
    env: 'AUDIT_DRY_RUN',
    description: 'show what would be audited and written, and do neither',
  }),
  force: flag({
    flags: '-f, --force',
    env: 'AUDIT_FORCE',
    description: 'overwrite a --har file, or an --output-file that is not an earlier report',
  }),
} as const;
