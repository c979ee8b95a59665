/**
 * The import rules of `src`. It has ten parts, and each part is divided into rooms: groups of files with a list of allowed
 * imports. Other imports are forbidden, for example to keep checks pure. AGENTS.md shows the parts (`npm run generate`).
 */

/** A group of files with the same allowed imports. Its files may always import each other. Spaces separate list items. */
export interface Room {
  /** Paths of files and folders; a folder ends with a slash. A file belongs to the group with the longest matching path. */
  readonly paths: string;
  /** Names of the groups whose files this group may import. They must be listed above this group. */
  readonly imports: string;
  /** The Node modules that this group may import, without `node:`. */
  readonly node?: string;
  readonly packages?: string;
  /** Whether this group of files may read clocks, wait, and use random numbers. */
  readonly clock?: true;
}

interface Part {
  readonly holds: string;
  readonly uses: string;
  readonly rooms: Readonly<Record<string, Room>>;
}

const AUDIT = 'base check-texts io scorecard';

export const PARTS: Readonly<Record<string, Part>> = {
  base: {
    holds: 'limits, versions, errors, and helpers for URLs, JSON, media types and escaping',
    uses: '',
    rooms: {
      base: {
        paths: 'src/base/',
        imports: '',
        node: 'crypto fs/promises path stream util',
        packages: 'fast-string-width fast-wrap-ansi html-encoding-sniffer tldts',
      },
    },
  },
  audit: {
    holds:
      'one audit, from the target to its scorecard: `check-texts` (the checks as data), `parse`, `io` (network and clock), `walls`, `evidence`, `probes`, `checks` (pure), `examples`, `scorecard`, `isolation` (a process for each audit)',
    uses: 'base',
    rooms: {
      'check-texts': { paths: 'src/audit/check-texts/', imports: '' },
      parse: {
        paths: 'src/audit/parse/',
        imports: 'base',
        node: 'url zlib',
        packages: 'eventsource-parser gpt-tokenizer js-yaml markdown-it parse5 saxes structured-headers',
      },
      io: {
        paths: 'src/audit/io/ src/audit/request.ts src/audit/target.ts',
        imports: 'base check-texts',
        node: 'buffer crypto dns http http2 https net stream timers/promises tls url zlib',
        packages: 'dns-packet http-message-sig ipaddr.js p-limit undici zod',
        clock: true,
      },
      walls: { paths: 'src/audit/walls/', imports: 'base parse' },
      evidence: { paths: 'src/audit/evidence/', imports: 'base parse io walls', node: 'crypto' },
      probes: {
        paths: 'src/audit/probes/',
        imports: 'base check-texts parse io walls evidence',
        node: 'net',
      },
      /** Checks must be pure, so they may use no Node module, no package and no clock. */
      checks: { paths: 'src/audit/checks/', imports: 'base check-texts parse walls evidence probes' },
      examples: { paths: 'src/audit/examples/', imports: 'base check-texts parse evidence probes' },
      scorecard: {
        paths: 'src/audit/scorecard/',
        imports: 'base check-texts io evidence checks',
        packages: 'zod',
      },
      audit: {
        paths: 'src/audit/audit.ts',
        imports: 'base parse io evidence probes checks scorecard',
        clock: true,
      },
      isolation: {
        paths: 'src/audit/isolation/',
        imports: 'base io evidence checks scorecard audit',
        node: 'child_process fs module net url worker_threads',
        packages: 'p-limit',
        clock: true,
      },
    },
  },
  fix: {
    holds:
      'the brief: which changes a site needs, in which order, and the score that they lead to; the guides; `explain`',
    uses: 'base audit',
    rooms: { fix: { paths: 'src/fix/', imports: AUDIT, packages: 'zod' } },
  },
  report: {
    holds:
      'one scorecard in every form: terminal, `markdown`, `html`, reports for CI (`ci`); the requirements of a team (`gate`)',
    uses: 'base audit fix',
    rooms: {
      gate: { paths: 'src/report/gate/', imports: `${AUDIT} fix`, packages: 'zod' },
      report: {
        paths: 'src/report/',
        imports: `${AUDIT} probes fix gate`,
        packages: 'hono markdown-it zod',
      },
      ci: { paths: 'src/report/ci/', imports: `${AUDIT} fix gate report`, node: 'crypto' },
    },
  },
  cli: {
    holds: 'the command line, and the `library` for tests of other projects',
    uses: 'base audit fix report',
    rooms: {
      cli: {
        paths: 'src/cli/',
        imports: `${AUDIT} probes audit isolation fix gate report ci`,
        node: 'fs fs/promises net os path stream stream/consumers timers/promises url util',
        packages: 'commander zod',
        clock: true,
      },
      library: {
        paths: 'src/cli/library/',
        imports: 'base check-texts scorecard gate ci cli',
        node: 'assert child_process url',
      },
    },
  },
  catalog: {
    holds:
      'many sites: their `results` and statistics, the scheduled `run`, and the same in PostgreSQL (`database`, loaded only if it is configured)',
    uses: 'base audit report cli',
    rooms: {
      catalog: { paths: 'src/catalog/', imports: 'base check-texts scorecard report' },
      results: {
        paths: 'src/catalog/results/',
        imports: `${AUDIT} report catalog`,
        node: 'crypto fs fs/promises os path sqlite stream stream/promises timers/promises util zlib',
        packages: 'aws4fetch hyparquet-writer p-limit zod',
        clock: true,
      },
      run: {
        paths: 'src/catalog/run/',
        imports: `${AUDIT} probes checks audit isolation cli results`,
        node: 'path',
        packages: 'commander',
        clock: true,
      },
      database: {
        paths: 'src/catalog/database/',
        imports: 'base isolation scorecard report catalog results run',
        node: 'buffer crypto fs fs/promises path timers/promises zlib',
        packages: 'p-limit pg pg-boss',
        clock: true,
      },
    },
  },
  service: {
    holds:
      'the function: live audits, their limits and records, `http`, and the MCP server on both protocol generations (`mcp`)',
    uses: 'base audit fix report catalog',
    rooms: {
      /** Helpers that read requests to the service: content negotiation, same-origin check. */
      incoming: { paths: 'src/service/incoming/', imports: 'base', packages: 'hono' },
      'service-api': {
        paths:
          'src/service/api.ts src/service/caller.ts src/service/errors.ts src/service/limit-texts.ts src/service/mcp-endpoint.ts',
        imports: `${AUDIT} fix report catalog results`,
        node: 'crypto net',
        packages: 'ipaddr.js',
      },
      mcp: {
        paths: 'src/service/mcp/ src/service/mcp-tools/',
        imports: 'base check-texts scorecard fix report catalog incoming service-api',
        node: 'process',
        packages: '@modelcontextprotocol/server lru-cache zod',
      },
      service: {
        paths: 'src/service/',
        imports: `${AUDIT} audit isolation fix report catalog results incoming service-api`,
        node: 'crypto fs/promises path timers/promises zlib',
        packages: '@netlify/blobs hono lru-cache p-limit zod',
        clock: true,
      },
      postgres: {
        paths: 'src/service/postgres.ts',
        imports: 'base scorecard catalog results database service-api service',
        node: 'crypto',
        packages: 'p-limit pg',
      },
    },
  },
  site: {
    holds:
      'the Astro site (`pages`, `components`, `layouts`, `styles`), its scripts for the `browser`, its build, and the documents that it publishes',
    uses: 'base audit fix report cli catalog service',
    rooms: {
      site: {
        paths: 'src/site/',
        imports: `${AUDIT} parse fix report cli catalog results run database service-api`,
        node: 'buffer child_process crypto fs fs/promises module os path url util',
        packages:
          'astro astro:content eventsource-parser node-html-parser p-limit rolldown sharp virtual:command-line vite zod',
        clock: true,
      },
      pages: {
        paths:
          'src/site/components/ src/site/content.config.ts src/site/layouts/ src/site/pages/ src/site/styles/',
        imports: `${AUDIT} parse examples fix report cli catalog results site`,
        packages: 'astro astro:content virtual:command-line',
        clock: true,
      },
    },
  },
  app: {
    holds:
      'the programs built from the other parts: the function, the edge function, `npm start` with its `demo` sites; `verify` checks a deployment and shares only `base` with it',
    uses: 'base audit report catalog service site',
    rooms: {
      demo: {
        paths: 'src/app/demo/',
        imports: 'base check-texts scorecard report incoming',
        node: 'crypto http http2 net',
        packages: '@hono/node-server @modelcontextprotocol/server hono js-yaml markdown-it zod',
        clock: true,
      },
      verify: {
        paths: 'src/app/verify/',
        imports: 'base',
        node: 'crypto timers/promises',
        packages: '@modelcontextprotocol/sdk ajv commander undici zod',
        clock: true,
      },
      app: {
        paths: 'functions/ src/app/',
        imports:
          'base io scorecard isolation report catalog results run incoming service-api mcp service postgres site demo',
        node: 'async_hooks child_process fs/promises http module net os path url util',
        packages:
          '@hono/node-server @netlify/functions @netlify/headers-parser hono p-limit rolldown smol-toml zod',
        clock: true,
      },
    },
  },
  testing: {
    holds: 'servers and helpers for tests, hostile and realistic sites, journeys, the `bench`',
    uses: '',
    rooms: {},
  },
};

/** The scripts outside `src` that `package.json` runs. Only these scripts may import the benchmark. */
export const SCRIPTS: Room = {
  paths: 'scripts/',
  imports: 'base check-texts report cli results run database incoming service site demo verify app bench',
  node: 'child_process fs fs/promises http net os path url util',
  clock: true,
};
