/** Options of `audit`: what it writes, and recordings. */
import { flag, text } from '../settings.ts';
import { CATALOG } from './catalog.ts';

export const REPORTS = {
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
    description: 'overwrite the --har file if it exists',
  }),
} as const;
