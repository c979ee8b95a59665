#!/usr/bin/env node
/** Checks imports against the rules in `rooms.ts`, and draws the rules for AGENTS.md. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PARTS, type Room, SCRIPTS } from './rooms.ts';

const words = (list: string | undefined): string[] => (list ?? '').split(' ').filter(Boolean);

const SUPPORT = /\.test\.ts$|\/testing\/|\/contract\//;
const BENCH = 'src/testing/bench/';

const ROOMS: Readonly<Record<string, Room>> = {
  ...Object.fromEntries(Object.values(PARTS).flatMap(({ rooms }) => Object.entries(rooms))),
  scripts: SCRIPTS,
};

const STATEMENT =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*'([^']+)'|(?:^|\n)\s*import\s*'([^']+)'|\bimport\(\s*'([^']+)'/g;
const EXPORT = /^export (?:abstract )?(?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;
const CLOCK =
  /\b(?:Date\.now\(|new Date\(\)|performance\.now\(|Math\.random\(|AbortSignal\.timeout\(|setTimeout\(|setInterval\()/;

/** Returns the room of a file (its group in `rooms.ts`), by the longest matching path; `undefined` if it is in no room. */
function roomOf(path: string): string | undefined {
  const found = Object.entries(ROOMS).flatMap(([name, { paths }]) =>
    words(paths)
      .filter((roomPath) => (roomPath.endsWith('/') ? path.startsWith(roomPath) : path === roomPath))
      .map((roomPath) => ({ name, roomPath })),
  );
  return found.toSorted((a, b) => b.roomPath.length - a.roomPath.length)[0]?.name;
}

/** Returns a sentence for each rule of `rooms.ts` that a file breaks. */
export function violations(path: string, text: string, isThere = (_: string) => true): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const name = roomOf(path);
  const room = name === undefined ? undefined : ROOMS[name];
  if (name === undefined || room === undefined) return [`${path} is in no room of scripts/rooms.ts`];
  const found = [...code.matchAll(STATEMENT)].flatMap(([, from, bare, dynamic]) => {
    const what = from ?? bare ?? dynamic ?? '';
    if (what.startsWith('.')) {
      const target = join(dirname(path), what);
      // Skip data files. An import of a missing file is not code but part of a string, such as the template of a test.
      if (target.endsWith('.json') || !isThere(target)) return [];
      const other = target.startsWith(BENCH) ? 'bench' : roomOf(target);
      if (other !== 'bench' && SUPPORT.test(target)) return [`${path} imports ${target}, which is for tests`];
      if (other === name || (other !== undefined && words(room.imports).includes(other))) return [];
      return [`${path} imports ${target}: ${name} may not import ${other ?? 'it'}`];
    }
    if (what.startsWith('node:')) {
      const module = what.slice('node:'.length);
      return words(room.node).includes(module) ? [] : [`${path} imports ${what}: ${name} may not`];
    }
    const pack = what
      .split('/')
      .slice(0, what.startsWith('@') ? 2 : 1)
      .join('/');
    return words(room.packages).includes(pack)
      ? []
      : [`${path} imports the package ${pack}: ${name} may not`];
  });
  const clock = room.clock === true ? null : CLOCK.exec(code);
  return clock === null
    ? found
    : [...found, `${path} uses the clock, timers or random numbers (${clock[0]}): ${name} may not`];
}

/** Returns a sentence for each forbidden import, each duplicate export, and each rule in `rooms.ts` that allows a cycle. */
export function allViolations(root: string): string[] {
  const files = globSync('{src,scripts,functions}/**/*.{ts,mjs,astro}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/testing/**'],
  }).map((path) => path.replaceAll('\\', '/'));
  const product = files.filter((path) => !SUPPORT.test(path)).toSorted();
  const isThere = (path: string) => existsSync(join(root, path));
  const texts = new Map(product.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  return [
    ...upwards(),
    ...exportedTwice(texts),
    ...[...texts].flatMap(([path, text]) => violations(path, text, isThere)),
  ];
}

/** Returns the names that two files export, except in demo sites and in files whose exports Astro or Netlify require. */
export function exportedTwice(files: ReadonlyMap<string, string>): string[] {
  const places = new Map<string, Set<string>>();
  for (const [path, text] of files) {
    if (/^(?:functions|src\/site\/pages|src\/app\/demo)\//.test(path)) continue;
    for (const [, name = ''] of text.matchAll(EXPORT))
      places.set(name, (places.get(name) ?? new Set()).add(path));
  }
  return [...places]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name} is defined in ${[...paths].join(' and ')}`);
}

/** Returns a sentence for each rule in `rooms.ts` that allows a group of files to import a group listed below it. */
function upwards(): string[] {
  const parts = Object.keys(PARTS);
  const names = Object.keys(ROOMS);
  const partOf = (room: string) => parts.find((part) => PARTS[part]?.rooms[room] !== undefined) ?? room;
  const betweenParts = Object.entries(PARTS).flatMap(([name, { uses }], at) =>
    words(uses)
      .filter((other) => !parts.slice(0, at).includes(other))
      .map((other) => `scripts/rooms.ts: ${name} is listed before ${other}, which it uses`),
  );
  const betweenRooms = Object.entries(ROOMS).flatMap(([name, { imports }], at) =>
    words(imports).flatMap((other) => {
      if (name === 'scripts' && other === 'bench') return [];
      if (!names.slice(0, at).includes(other))
        return [`scripts/rooms.ts: ${name} is listed before ${other}, which it imports`];
      const [importingPart, importedPart] = [partOf(name), partOf(other)];
      return name === 'scripts' ||
        importingPart === importedPart ||
        words(PARTS[importingPart]?.uses).includes(importedPart)
        ? []
        : [`scripts/rooms.ts: ${name} imports ${other}, and ${importingPart} does not use ${importedPart}`];
    }),
  );
  return [...betweenParts, ...betweenRooms];
}

function picture(): string {
  const parts = Object.keys(PARTS).filter((part) => part !== 'testing');
  return ['```mermaid', 'flowchart TB', `  testing -.-> ${parts.toReversed().join(' --> ')}`, '```'].join(
    '\n',
  );
}

function table(): string {
  const rows = Object.entries(PARTS).map(([name, { holds }]) => `| \`${name}\` | ${holds} |`);
  return ['| part | holds |', '|---|---|', ...rows].join('\n');
}

/** Returns AGENTS.md with the current diagram and table of the parts of `src`. */
export function withParts(text: string): string {
  const drawn = text.replace(/```mermaid\n[\s\S]*?\n```/, picture);
  return drawn.replace(/\| part \| holds \|\n(?:\|.*\n)*(?=\n)/, () => `${table()}\n`);
}

if (import.meta.main) {
  const found = allViolations(join(import.meta.dirname, '..'));
  for (const one of found) console.error(one);
  if (found.length > 0) process.exitCode = 1;
}
