/**
 * `npm run bench`: what an audit costs, beside what the same work costs without the auditor. Prints tables, asserts
 * nothing. `npm run bench -- --timeline` shows when each request of one audit is sent.
 */
import { parseArgs } from 'node:util';
import { auditTable, timelineText } from '../src/bench/audits.ts';
import { parserTable } from '../src/bench/parsers.ts';
import { startupTable } from '../src/bench/startup.ts';

const HELP = `Usage: npm run bench -- [--only audits,startup,parsers] [--timeline] [--http2] [--latency MS]

  --only       Which tables, comma-separated (default: all)
  --timeline   Instead of tables: each request of one audit, sent and answered, in units of the latency
  --http2      For --timeline: over HTTP/2 in place of HTTP/1.1
  --latency    For --timeline: milliseconds by which each answer is held back (default: 100)
`;

const TABLES: Readonly<Record<string, () => Promise<string>>> = {
  audits: () => auditTable((row) => process.stderr.write(`Measuring ${row}\n`)),
  startup: startupTable,
  parsers: parserTable,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(TABLES).join(',') },
    timeline: { type: 'boolean', default: false },
    http2: { type: 'boolean', default: false },
    latency: { type: 'string', default: '100' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
} else if (values.timeline) {
  process.stdout.write(await timelineText({ latencyMs: Number(values.latency), http2: values.http2 }));
} else {
  process.stdout.write(`Node ${process.version}, ${process.platform} ${process.arch}\n\n`);
  for (const name of values.only.split(',')) {
    const make = TABLES[name];
    if (make === undefined)
      throw new Error(`There is no table “${name}”. The tables are ${Object.keys(TABLES).join(', ')}.`);
    process.stdout.write(`${await make()}\n`);
  }
}
