/** Before the upload to code scanning: the log must be of this tool, and is filed under the name of this audit. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { given, nameOfAudit, output, refuse, say } from '../runner.ts';
import { reportNamed } from './reports.ts';

/** Of a log, in bytes. GitHub takes 10 MB, compressed; ours has less than one. */
const MAX_LOG = 10_000_000;
/** One for each check, with room for more. */
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
  // Code scanning closes the alerts of the same tool and category that a log does not have: only this audit's may be.
  const own = { ...run, tool: { driver }, automationDetails: { id: `${nameOfAudit()}/` } };
  const file = join(given('RUNNER_TEMP'), `${nameOfAudit()}.sarif`);
  writeFileSync(file, JSON.stringify({ version: '2.1.0', runs: [own] }));
  output('file', file);
}

function logOf(text: string): Log | null {
  try {
    return JSON.parse(text) as Log | null;
  } catch {
    return refuse('Nothing was uploaded: report.sarif is not JSON.');
  }
}
