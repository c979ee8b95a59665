/**
 * The layers of the code, as one list: from the top down, each row imports only from the rows below it, and the rooms of
 * a row do not import each other, types included. `npm run generate` makes of it what `npm run check` enforces (Biome's
 * noRestrictedImports, `.layers.json`) and the picture in AGENTS.md; a test holds both to the list.
 */
/** The paths of each room: folders, which end with a slash, and files. */
type Rooms = Readonly<Record<string, readonly string[]>>;

export const LAYERS: readonly Rooms[] = [
  { scripts: ['scripts/'] },
  {
    app: ['src/app/', 'functions/'],
    pages: ['src/pages/', 'src/layouts/', 'src/components/', 'src/content.config.ts'],
  },
  {
    service: ['src/service/'],
    mcp: ['src/mcp/'],
    cli: ['src/cli/'],
    site: ['src/site/'],
    verify: ['src/verify/'],
  },
  { api: ['src/service-api.ts'] },
  { run: ['src/run/'] },
  { catalog: ['src/results/'] },
  { isolation: ['src/isolation/'] },
  { sample: ['src/sample.ts'] },
  { audit: ['src/audit.ts'] },
  { render: ['src/render/'] },
  { view: ['src/view/'] },
  { gate: ['src/gate/'] },
  { scorecard: ['src/scorecard/'] },
  { examples: ['src/examples/'] },
  { checks: ['src/checks/'] },
  { probes: ['src/probes/'] },
  { evidence: ['src/evidence/'] },
  { io: ['src/io/', 'src/target.ts'] },
  { parse: ['src/parse/'] },
  {
    ground: [
      'src/definitions/',
      'src/caller.ts',
      'src/errors.ts',
      'src/files.ts',
      'src/limits.ts',
      'src/npx.ts',
      'src/package.ts',
      'src/service-errors.ts',
      'src/versions.ts',
    ],
  },
];

/** What is no part of the product may import everything, and is imported by these rooms alone. */
export const OUTSIDE: readonly { readonly rooms: Rooms; readonly importedBy: readonly string[] }[] = [
  { rooms: { demo: ['src/demo/'] }, importedBy: ['scripts', 'app'] },
  { rooms: { bench: ['src/bench/'] }, importedBy: ['scripts'] },
  { rooms: { testing: ['src/testing/'], contract: ['src/contract/'] }, importedBy: [] },
];

/** Tests, and what they are made of, wherever they stand: as what is outside, but imported by no room. */
const TESTS = ['**/*.test.ts', '**/testing/**'];

/** What a room must not import. */
export function forbiddenTo(room: string): readonly string[] {
  const row = LAYERS.findIndex((rooms) => Object.hasOwn(rooms, room));
  const above = LAYERS.slice(0, row + 1).flatMap((rooms) =>
    Object.entries(rooms).flatMap(([name, paths]) => (name === room ? [] : paths)),
  );
  const outside = OUTSIDE.filter(({ importedBy }) => !importedBy.includes(room));
  return [...above, ...outside.flatMap(({ rooms }) => Object.values(rooms).flat())];
}

/** `.layers.json`: a part of Biome's configuration. */
export function biomeConfig(): string {
  const overrides = LAYERS.flatMap((rooms) => Object.entries(rooms)).map(([room, paths]) => ({
    includes: [
      ...paths.map((path) => (path.endsWith('/') ? `${path}**` : path)),
      ...TESTS.map((test) => `!${test}`),
    ],
    linter: { rules: { style: { noRestrictedImports: restriction(room, paths) } } },
  }));
  return `${JSON.stringify({ overrides })}\n`;
}

function restriction(room: string, paths: readonly string[]) {
  const isInSrc = paths.some((path) => /^src\/[^/]+$/.test(path));
  const group = forbiddenTo(room).flatMap((path) => {
    const pattern = path.replace(/^src\//, '').replace(/\/$/, '/**');
    // Imports are written from the importing file on: `../io/io.ts`, and `./io/io.ts` in the files of src/ itself.
    return [`../**/${pattern}`, ...(isInSrc ? [`./${pattern}`] : [])];
  });
  const message = `${room} imports only what lies below it (the layers: scripts/layers.ts, AGENTS.md).`;
  return { level: 'error', options: { patterns: [{ group: [...group, ...TESTS], message }] } };
}

/** The picture, in Mermaid: each row above those that it may import. */
export function picture(): string {
  const nodes = LAYERS.flatMap((rooms) => Object.entries(rooms)).map(([room, paths]) => {
    const names = paths.map((path) => path.replace(/^src\//, '').replace(/\/$/, ''));
    return `  ${room}["${names.join(' · ')}"]`;
  });
  const rows = LAYERS.map((rooms) => Object.keys(rooms).join(' & '));
  return ['```mermaid', 'flowchart TB', ...nodes, `  ${rows.join(' --> ')}`, '```'].join('\n');
}

/** AGENTS.md with today's picture in its place. */
export function withPicture(text: string): string {
  const start = text.indexOf('```mermaid\n', text.indexOf('## The layers\n'));
  const end = text.indexOf('\n```', start) + '\n```'.length;
  return text.slice(0, start) + picture() + text.slice(end);
}
