/** Options of `audit`: what it writes, and recordings. */
import { REPORT_FORMATS, type ReportFormat } from '../../gate/vocabulary.ts';
import { flag, refusedSetting, several, text } from '../settings.ts';
import { CATALOG } from './config.ts';

export interface OutputFile {
  readonly format: ReportFormat;
  readonly path: string;
}

/** `sarif=report.sarif,junit=junit.xml`; a comma in a path is one unless a format follows it. */
const outputFile = several<OutputFile>(
  {
    flags: '--output-file <format=path>',
    config: 'outputFiles',
    path: true,
    description: 'write a report to a file too; several, separated by commas, repeatable',
    choices: REPORT_FORMATS,
    shown: 'none',
  },
  (value, from) =>
    value.split(/,(?=\w{1,20}=)/).map((item) => {
      const [name = '', ...path] = item.split('=');
      const format = REPORT_FORMATS.find((one) => one === name.trim());
      if (format === undefined || path.join('=').trim() === '') {
        throw refusedSetting(from, 'takes formats with files, such as sarif=report.sarif', item, {
          allowed: REPORT_FORMATS.map((one) => `${one}=<path>`),
        });
      }
      return { format, path: path.join('=').trim() };
    }),
);

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
