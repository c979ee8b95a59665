/** Runs before the upload to code scanning: checks that the log is of this tool, and files it under the name of this audit. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, nameOfAudit, output, refuse, say } from '../runner.ts';
import { reportNamed } from './reports.ts';

/** The maximum size of a log, in bytes. GitHub takes 10 MB, compressed; ours has less than 1 MB. */
const MAX_LOG = 10_000_000;
/** The maximum number of results: more than one for each check. */
const MAX_RESULTS = 500;
const TOOL = 'agent-readiness';

interface Log {
  readonly runs?: readonly {
    readonly tool?: { readonly driver?: { readonly name?: unknown } };
    readonly results?: unknown;
  }[];
}

const text = reportNamed('report.sarif', MAX_LOG);
if (text === undefined) say('notice', 'Nothing to upload: the audit has left no report.');
else {
  const [run, ...more] = logOf(text)?.runs ?? [];
  const driver = run?.tool?.driver;
  const results = run?.results;
  if (driver?.name !== TOOL || more.length > 0 || !Array.isArray(results) || results.length > MAX_RESULTS)
    refuse('Nothing was uploaded: report.sarif is not the log of one audit.');
  // Code scanning closes alerts of the same tool and category that the log does not list, so the category names only this audit.
  const filed = { ...run, tool: { driver }, automationDetails: { id: `${nameOfAudit()}/` } };
  const file = join(env('RUNNER_TEMP'), `${nameOfAudit()}.sarif`);
  writeFileSync(file, JSON.stringify({ version: '2.1.0', runs: [filed] }));
  output('file', file);
}

function logOf(text: string): Log | null {
  try {
    return JSON.parse(text) as Log | null;
  } catch {
    return refuse('Nothing was uploaded: report.sarif is not JSON.');
  }
}
