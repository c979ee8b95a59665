/** Options of `audit`: what it writes, and recordings. */
import { flag, text } from '../settings.ts';
import { CATALOG } from './catalog.ts';
import { outputFile } from './output-file.ts';

export const REPORTS = {
  outputFile,
  onlyFailures: flag({
    flags: '--only-failures',
    config: 'onlyFailures',
    description: 'leave out of every report what passed and what does not apply',
  }),
  compact: flag({ flags: '--compact', description: 'JSON on one line, without indentation' }),
  har: text({
    flags: '--har <file>',
    description: 'record every request and answer in a HAR 1.2 file',
    shown: 'no recording',
  }),
  replay: text({
    flags: '--replay <file>',
    description: 'judge a recording again, offline; “-” is stdin',
    shown: 'off',
  }),
  ...CATALOG,
  dryRun: flag({
    flags: '-n, --dry-run',
    description: 'show what would be audited and written, and do neither',
  }),
  force: flag({
    flags: '-f, --force',
    description: 'overwrite a --har file, or an --output-file that is not an earlier report',
  }),
} as const;
