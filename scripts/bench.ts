/** `npm run bench`: measures this project and, for comparison, programs that do the same work without it; prints tables. */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import {
  type BenchRun,
  type Figures,
  type Measured,
  record,
  recorded,
  regressions,
} from '../src/testing/bench/figures.ts';

const HELP = `Usage: npm run bench -- [OPTION…] [SECTION…]

Sections (default: all):
  audit        one audit of a site that passes everything, next to a bare client
  startup      how soon the command line prints its help
  service      the built function next to the bare SDK; some minutes
  site         the site's build with up to 20,000 targets; half an hour, and 8 GB of disk
  catalog      the scheduled run on files and, if PostgreSQL is installed, by workers of a database, and catalogs of growing
               sizes; some minutes
  pages        scorecard pages on request from a database, for 200 clients; needs PostgreSQL and wrk; some minutes

Options:
  --record     writes the figures into src/testing/bench/figures.json, to be committed
  --check      exits with 1 if a figure is more than 1.25 times the recorded one, and prints which
  --most N     the section site stops at this many targets, such as 5000
  --full       the section catalog also measures 20,000 and 100,000 sites, with builds; an hour, and 60 GB of disk
  --smallest   runs everything once at the smallest size: shows that it works, and measures nothing
`;

const SECTIONS: Readonly<Record<string, (run: BenchRun) => Promise<Measured>>> = {
  audit: async (run) => (await import('../src/testing/bench/audits.ts')).measureAudits(run),
  startup: async (run) => (await import('../src/testing/bench/startup.ts')).measureStartup(run),
  service: async (run) => (await import('../src/testing/bench/service.ts')).measureService(run),
  site: async (run) => (await import('../src/testing/bench/builds.ts')).measureBuilds(run),
  catalog: async (run) => (await import('../src/testing/bench/catalog.ts')).measureCatalog(run),
  pages: async (run) => (await import('../src/testing/bench/pages.ts')).measurePages(run),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h', default: false },
    record: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    most: { type: 'string', default: 'Infinity' },
    smallest: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
} else {
  const chosen = sectionsNamed(positionals);
  process.stdout.write(
    `Node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} processors\n`,
  );
  const measured: Record<string, Figures> = {};
  for (const [name, measure] of chosen) {
    const onRow = (row: string) => process.stderr.write(`${name}: ${row}\n`);
    const { smallest, full } = values;
    const { text, figures } = await measure({ onRow, smallest, full, most: Number(values.most) });
    measured[name] = figures;
    const lines = Object.entries(figures).map(([figure, value]) => `${figure}: ${value.toPrecision(3)}\n`);
    process.stdout.write(`\n${name}\n${'='.repeat(name.length)}\n\n${text}\n${lines.join('')}`);
  }
  if (values.check) {
    const worse = regressions(recorded(), measured);
    process.stdout.write(`\nFigures that have got worse: ${worse.length}\n${worse.join('\n')}\n`);
    if (worse.length > 0) process.exitCode = 1;
  }
  if (values.record) record(measured);
}

/** Returns the benchmark's sections with these names; by default all. Rejects unknown names before the first long measurement. */
function sectionsNamed(names: readonly string[]) {
  return (names.length === 0 ? Object.keys(SECTIONS) : names).map((name) => {
    const measure = SECTIONS[name];
    if (measure !== undefined) return [name, measure] as const;
    throw new Error(`There is no section “${name}”. The sections are ${Object.keys(SECTIONS).join(', ')}.`);
  });
}
