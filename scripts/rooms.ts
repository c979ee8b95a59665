/**
 * The rooms of the code, from the ground up, and what each may use: other rooms, modules of Node, packages, and the clock
 * or chance. What is not named is forbidden, so "checks are pure" and "what serves reads no stranger's document" are rules.
 */

/** What a room may use. A room may always import itself. */
interface Room {
  /** Folders end with a slash. A longer path is a room of its own within a shorter one. Words, like all that follow. */
  readonly paths: string;
  readonly imports: string;
  /** Modules of Node, without `node:`. */
  readonly node?: string;
  readonly packages?: string;
  /** It may read clocks, wait, and use chance. */
  readonly clock?: true;
}

export const ROOMS: Readonly<Record<string, Room>> = {
  /** The checks as data. */
  definitions: {
    paths: 'src/audit/check-texts/',
    imports: '',
  },
  ground: {
    paths:
      'src/base/ai-fetchers.ts src/service/caller.ts src/base/compile-cache.js src/base/errors.ts src/base/limits.ts src/base/npx.ts src/base/package.ts src/service/errors.ts src/base/until-aborted.ts src/base/versions.ts',
    imports: '',
    node: 'crypto net',
    packages: 'ipaddr.js',
  },
  incoming: {
    paths: 'src/service/incoming/',
    imports: 'ground',
    packages: 'hono',
  },
  files: {
    paths: 'src/base/files.ts',
    imports: 'ground',
    node: 'crypto fs/promises path stream',
  },
  /** Short texts: words, addresses, fields, JSON. What serves reads nothing else of a stranger. */
  text: {
    paths:
      'src/base/decode-text.ts src/base/headers.ts src/base/json.ts src/base/media-type.ts src/base/parsed.ts src/base/same-site.ts src/base/text.ts src/base/url.ts',
    imports: 'ground',
    node: 'util',
    packages: 'html-encoding-sniffer tldts',
  },
  /** Documents of strangers. */
  parse: {
    paths: 'src/audit/parse/',
    imports: 'ground text',
    node: 'url util zlib',
    packages: 'eventsource-parser js-yaml markdown-it parse5 saxes structured-headers',
  },
  /** The network, and the clock of an audit. */
  io: {
    paths: 'src/audit/io/ src/audit/request.ts src/audit/target.ts',
    imports: 'definitions ground text',
    node: 'buffer crypto dns http http2 https net stream timers/promises tls url zlib',
    packages: 'dns-packet http-message-sig ipaddr.js p-limit undici zod',
    clock: true,
  },
  verify: {
    paths: 'src/app/verify/',
    imports: 'definitions ground text',
    node: 'crypto timers/promises',
    packages: 'ajv commander undici zod',
    clock: true,
  },
  walls: {
    paths: 'src/audit/walls/',
    imports: 'text parse',
  },
  evidence: {
    paths: 'src/audit/evidence/',
    imports: 'ground text parse io walls',
    node: 'crypto',
  },
  probes: {
    paths: 'src/audit/probes/',
    imports: 'definitions ground text parse io walls evidence',
    node: 'net',
  },
  /** Pure: no module of Node, no package, no clock. */
  checks: {
    paths: 'src/audit/checks/',
    imports: 'definitions ground text parse walls evidence probes',
  },
  examples: {
    paths: 'src/audit/examples/',
    imports: 'definitions ground text parse evidence probes',
  },
  scorecard: {
    paths: 'src/audit/scorecard/',
    imports: 'definitions ground text io evidence checks',
    packages: 'zod',
  },
  audit: {
    paths: 'src/audit/audit.ts',
    imports: 'definitions ground text parse io evidence probes checks scorecard',
    clock: true,
  },
  gate: {
    paths: 'src/report/gate/',
    imports: 'definitions ground text io scorecard',
    packages: 'zod',
  },
  /** The changes that a site can need, and their one order. */
  changes: {
    paths: 'src/fix/changes.ts',
    imports: 'definitions',
  },
  view: {
    paths: 'src/report/',
    imports: 'definitions ground text scorecard gate changes',
    packages: 'zod',
  },
  /** How text is escaped and laid out. */
  escape: {
    paths: 'src/base/escape.ts src/base/layout.ts',
    imports: 'ground text',
    node: 'util',
    packages: 'fast-string-width fast-wrap-ansi',
  },
  /** The brief, and what it is made from. */
  fix: {
    paths: 'src/fix/',
    imports: 'definitions ground text io scorecard gate changes view escape',
  },
  isolation: {
    paths: 'src/audit/isolation/',
    imports: 'definitions ground text io evidence probes checks scorecard audit',
    node: 'child_process fs module net url worker_threads',
    packages: 'p-limit',
    clock: true,
  },
  render: {
    paths: 'src/report/',
    imports: 'definitions ground text io probes scorecard gate changes view escape fix',
    node: 'crypto util',
    packages: 'fast-string-width fast-wrap-ansi hono markdown-it',
  },
  cli: {
    paths: 'src/cli/',
    imports:
      'definitions ground files text io evidence probes examples scorecard audit gate view isolation escape changes fix render',
    node: 'fs fs/promises net os path stream stream/consumers timers/promises url util',
    packages: 'commander zod',
    clock: true,
  },
  /** What the package of the command line gives to programs. */
  library: {
    paths: 'src/cli/library/',
    imports: 'definitions ground text scorecard gate view escape changes fix render cli',
    node: 'assert child_process url',
  },
  demo: {
    paths: 'src/app/demo/',
    imports: 'definitions incoming scorecard view escape changes fix render',
    node: 'crypto http http2 net',
    packages: '@hono/node-server @modelcontextprotocol/server hono js-yaml markdown-it zod',
    clock: true,
  },
  results: {
    paths: 'src/catalog/results/',
    imports: 'definitions ground files text io scorecard view escape changes fix render',
    node: 'crypto fs fs/promises path sqlite stream timers/promises util zlib',
    packages: 'hyparquet-writer p-limit zod',
    clock: true,
  },
  run: {
    paths: 'src/catalog/run/',
    imports:
      'definitions ground files text io probes checks scorecard audit view isolation escape changes fix render cli results',
    node: 'crypto fs/promises path',
    packages: 'commander zod',
    clock: true,
  },
  'service-api': {
    paths: 'src/service/api.ts',
    imports: 'definitions ground io scorecard changes view fix results',
  },
  mcp: {
    paths: 'src/service/mcp/',
    imports: 'definitions ground incoming text scorecard view escape changes fix render results service-api',
    node: 'process',
    packages: '@modelcontextprotocol/server zod',
  },
  service: {
    paths: 'src/service/',
    imports:
      'definitions ground incoming files text io scorecard audit view isolation escape changes fix render results service-api',
    node: 'crypto fs/promises path timers/promises',
    packages: '@netlify/blobs hono lru-cache p-limit zod',
    clock: true,
  },
  /** A catalog in PostgreSQL. It is loaded only where the setting is there. */
  database: {
    paths: 'src/catalog/database/',
    imports: 'ground files isolation results run scorecard service',
    node: 'crypto fs/promises path',
    packages: 'p-limit pg pg-boss',
    clock: true,
  },
  site: {
    paths: 'src/site/',
    imports:
      'definitions ground files text parse io probes scorecard view escape changes fix render results run database',
    node: 'buffer child_process crypto fs fs/promises module os path url util zlib',
    packages:
      'astro astro:content eventsource-parser node-html-parser p-limit rolldown sharp virtual:command-line vite zod',
    clock: true,
  },
  app: {
    paths: 'functions/ src/app/',
    imports:
      'ground incoming files io scorecard isolation escape changes fix render demo results run service-api mcp service database',
    node: 'async_hooks child_process fs/promises http module net path url util',
    packages:
      '@hono/node-server @netlify/functions @netlify/headers-parser esbuild hono p-limit smol-toml zod',
    clock: true,
  },
  pages: {
    paths: 'src/site/components/ src/site/content.config.ts src/site/layouts/ src/site/pages/ src/site/styles/',
    imports: 'definitions ground io examples view escape changes fix render cli results site',
    packages: 'astro astro:content virtual:command-line',
    clock: true,
  },
  scripts: {
    paths: 'scripts/',
    imports:
      'definitions ground incoming files verify view escape changes fix render cli demo results run database service site app bench',
    node: 'child_process fs fs/promises http module net os path url util',
    clock: true,
  },
};
