/**
 * `npm run bench`: what the work of this project costs, beside what the same work costs without it. Prints tables,
 * asserts nothing. `npm run bench -- --timeline` shows when each request of one audit is sent.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { attackTable } from '../src/bench/attack.ts';
import { auditTable, timelineText } from '../src/bench/audits.ts';
import { siteTable } from '../src/bench/builds.ts';
import { endingTable } from '../src/bench/ending.ts';
import { pagesTable } from '../src/bench/pages.ts';
import { parserTable } from '../src/bench/parsers.ts';
import { runTable } from '../src/bench/run.ts';
import { serviceTable } from '../src/bench/service.ts';
import { startupTable } from '../src/bench/startup.ts';
import { worstTable } from '../src/bench/worst.ts';

const HELP = `Usage: npm run bench -- [SECTION…] [--timeline] [--http2] [--latency MS]

Sections (default: all):
  auditor      one audit of a site that passes everything
  ending       what it costs that an audit can be ended, and how soon one that hangs is
  parsers      reading the biggest bodies that an audit reads, and the worst ones; some minutes
  startup      the command line's start
  run          the scheduled run over up to 1,000 hosts; some minutes
  site         the site's build with up to 5,000 targets; some minutes
  pages        what Lighthouse makes of the site in dist/site
  service      the built function beside the bare SDK, and under load; some minutes
  attack       hostile sites against the command line and the service; some minutes

Options:
  --timeline   Instead of tables: each request of one audit, sent and answered, in units of the latency
  --http2      For --timeline: over HTTP/2 in place of HTTP/1.1
  --latency    For --timeline: milliseconds by which each answer is held back (default: 100)
`;

interface Section {
  readonly title: string;
  readonly table: (onRow: (row: string) => void) => Promise<string>;
}

const SECTIONS: Readonly<Record<string, Section>> = {
  auditor: { title: 'One audit', table: auditTable },
  ending: { title: 'An audit that can be ended', table: endingTable },
  parsers: {
    title: 'The parsers',
    table: async (onRow) =>
      `${await parserTable()}\nThe worst shapes, processor time\n\n${await worstTable(onRow)}`,
  },
  startup: { title: 'The start of the command line', table: startupTable },
  run: { title: 'The scheduled run', table: runTable },
  site: { title: 'The build of the site', table: siteTable },
  pages: { title: 'The pages', table: pagesTable },
  service: { title: 'The service', table: serviceTable },
  attack: { title: 'Hostile sites', table: attackTable },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
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
  const chosen = sectionsNamed(positionals);
  process.stdout.write(
    `Node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} processors\n`,
  );
  for (const { title, table } of chosen) {
    const text = await table((row) => process.stderr.write(`${title}: ${row}\n`));
    process.stdout.write(`\n${title}\n${'='.repeat(title.length)}\n\n${text}`);
  }
}

/** All are known before the first one is measured: some take minutes. */
function sectionsNamed(names: readonly string[]): Section[] {
  return (names.length === 0 ? Object.keys(SECTIONS) : names).map((name) => {
    const section = SECTIONS[name];
    if (section !== undefined) return section;
    throw new Error(`There is no section “${name}”. The sections are ${Object.keys(SECTIONS).join(', ')}.`);
  });
}
