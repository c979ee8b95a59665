/** What `--output-file` takes: formats with the files that they are written to. */
import { REPORT_FORMATS, type ReportFormat } from '../../gate/report-formats.ts';
import { refusedSetting, several } from '../settings.ts';

export interface OutputFile {
  readonly format: ReportFormat;
  readonly path: string;
}

/** `sarif=report.sarif,junit=junit.xml`; a comma in a path is one unless a format follows it. */
export const outputFile = several<OutputFile>(
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
