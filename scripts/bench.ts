/** `npm run bench`: what the work of this project costs, beside what the same work costs without it. Prints tables. */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import {
  type BenchRun,
  type Figures,
  type Measured,
  record,
  recorded,
  regressions,
} from '../src/bench/figures.ts';

const HELP = `Usage: npm run bench -- [OPTION…] [SECTION…]

Sections (default: all):
  auditor      one audit of a site that passes everything
  parsers      reading the biggest bodies that an audit reads, and the worst ones
  startup      how soon the command line prints its help
  run          the scheduled run over up to 400 hosts, and by workers of a database where PostgreSQL is installed; some minutes
  growth       the repository of a catalog, night by night; a minute
  site         the site's build with up to 20,000 targets; half an hour, and 8 GB of disk
  pages        how fast Lighthouse finds the built site (after npm run test:all, which installs it); some minutes
  service      the built function beside the bare SDK; some minutes

Options:
  --record     writes the figures into src/bench/figures.json, to be committed
  --check      ends with 1 where a figure is more than twice what is recorded there, and says which
  --most N     the section site stops at so many targets, such as 5000
  --smallest   everything once, as little as can be: shows that it works, and measures nothing
`;

interface Section {
  readonly title: string;
  /** Loads what measures: each section needs packages of its own. */
  readonly measure: (run: BenchRun) => Promise<Measured>;
}

const SECTIONS: Readonly<Record<string, Section>> = {
  auditor: {
    title: 'One audit',
    measure: async (run) => (await import('../src/bench/audits.ts')).measureAudits(run),
  },
  parsers: {
    title: 'The parsers',
    measure: async (run) => (await import('../src/bench/parsers.ts')).measureParsers(run),
  },
  startup: {
    title: 'The start of the command line',
    measure: async (run) => (await import('../src/bench/startup.ts')).measureStartup(run),
  },
  run: {
    title: 'The scheduled run',
    measure: async (run) => (await import('../src/bench/run.ts')).measureRuns(run),
  },
  growth: {
    title: 'The repository',
    measure: async (run) => (await import('../src/bench/growth.ts')).measureGrowth(run),
  },
  site: {
    title: 'The build of the site',
    measure: async (run) => (await import('../src/bench/builds.ts')).measureBuilds(run),
  },
  pages: {
    title: 'The pages',
    measure: async (run) => (await import('../src/bench/pages.ts')).measurePages(run),
  },
  service: {
    title: 'The service',
    measure: async (run) => (await import('../src/bench/service.ts')).measureService(run),
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h', default: false },
    record: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    most: { type: 'string', default: 'Infinity' },
    smallest: { type: 'boolean', default: false },
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
  for (const [name, { title, measure }] of chosen) {
    const onRow = (row: string) => process.stderr.write(`${title}: ${row}\n`);
    const { text, figures } = await measure({ onRow, smallest: values.smallest, most: Number(values.most) });
    measured[name] = figures;
    const told = Object.entries(figures).map(([figure, value]) => `${figure}: ${value.toPrecision(3)}\n`);
    process.stdout.write(`\n${title}\n${'='.repeat(title.length)}\n\n${text}\n${told.join('')}`);
  }
  if (values.check) {
    const worse = regressions(recorded(), measured);
    process.stdout.write(`\nFigures that have got worse: ${worse.length}\n${worse.join('\n')}\n`);
    if (worse.length > 0) process.exitCode = 1;
  }
  if (values.record) record(measured);
}

/** All are known before the first one is measured: some take minutes. */
function sectionsNamed(names: readonly string[]): [name: string, section: Section][] {
  return (names.length === 0 ? Object.keys(SECTIONS) : names).map((name) => {
    const section = SECTIONS[name];
    if (section !== undefined) return [name, section];
    throw new Error(`There is no section “${name}”. The sections are ${Object.keys(SECTIONS).join(', ')}.`);
  });
}
