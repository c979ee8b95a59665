#!/usr/bin/env node
/**
 * Serves the built site on loopback, behind `netlify dev` (netlify.toml, `[dev]`): SITE_FOLDER (dist/site) on SITE_PORT
 * (3999). It ends with the process that started it, and with SITE_OWNER, the process id of `npm start`: a server that
 * outlives these holds its port for ever. When it ends, `netlify dev` ends too.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { typedByRule } from '../src/site/header-rules.ts';
import { staticSite } from '../src/site/static.ts';

/** How often the others are looked after, in milliseconds. */
const WATCH_MS = 500;

const { SITE_FOLDER = 'dist/site', SITE_PORT = '3999', SITE_OWNER } = process.env;
const parent = process.ppid;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const rules = readFileSync(new URL('../netlify.toml', import.meta.url), 'utf8');
const server = createServer(staticSite({ folder: resolve(SITE_FOLDER), untyped: typedByRule(rules) }));
server.on('error', (error) => {
  process.stderr.write(`The site cannot be served on port ${SITE_PORT} of 127.0.0.1: ${error.message}.\n`);
  process.exit(1);
});
server.listen(Number(SITE_PORT), '127.0.0.1');

setInterval(() => {
  const left = process.ppid !== parent || (SITE_OWNER !== undefined && !isAlive(Number(SITE_OWNER)));
  if (left) process.exit(0);
}, WATCH_MS);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0));
