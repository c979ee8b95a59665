/** `npm run bench`: what the work of this project costs, beside what the same work costs without it. Prints tables, asserts nothing. */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

const HELP = `Usage: npm run bench -- [SECTION…]

Sections (default: all):
  auditor      one audit of a site that passes everything
  parsers      reading the biggest bodies that an audit reads, and the worst ones; some minutes
  startup      how soon the command line prints its help
  run          the scheduled run over up to 1,000 hosts; some minutes
  growth       the repository of a catalog, night by night; a minute
  site         the site's build with up to 5,000 targets; some minutes
  pages        what Lighthouse makes of the site in dist/site
  service      the built function beside the bare SDK; some minutes
  attack       hostile sites against the command line and the service; some minutes
`;

interface Section {
  readonly title: string;
  /** Loads what measures: each section needs packages of its own. `onRow` hears of each row before it is measured. */
  readonly table: (onRow: (row: string) => void) => Promise<string>;
}

const SECTIONS: Readonly<Record<string, Section>> = {
  auditor: {
    title: 'One audit',
    table: async (onRow) => (await import('../src/bench/audits.ts')).auditTable(onRow),
  },
  parsers: {
    title: 'The parsers',
    async table(onRow) {
      const { parserTable } = await import('../src/bench/parsers.ts');
      const { worstTable } = await import('../src/bench/worst.ts');
      return `${await parserTable()}\nThe worst shapes, processor time\n\n${worstTable(onRow)}`;
    },
  },
  startup: {
    title: 'The start of the command line',
    table: async () => (await import('../src/bench/startup.ts')).startupTable(),
  },
  run: {
    title: 'The scheduled run',
    table: async (onRow) => (await import('../src/bench/run.ts')).runTable(onRow),
  },
  growth: {
    title: 'The repository',
    table: async (onRow) => (await import('../src/bench/growth.ts')).growthTable(onRow),
  },
  site: {
    title: 'The build of the site',
    table: async (onRow) => (await import('../src/bench/builds.ts')).siteTable(onRow),
  },
  pages: {
    title: 'The pages',
    table: async (onRow) => (await import('../src/bench/pages.ts')).pagesTable(onRow),
  },
  service: {
    title: 'The service',
    table: async (onRow) => (await import('../src/bench/service.ts')).serviceTable(onRow),
  },
  attack: {
    title: 'Hostile sites',
    table: async (onRow) => (await import('../src/bench/attack.ts')).attackTable(onRow),
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
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
