#!/usr/bin/env node
/** The scheduled run over the catalog (`npm run audit:catalog`): its command line, given the demo sites and the database. */
import type { OpenDatabase } from '../src/catalog/run/command/database-tasks.ts';
import { PROGRAM, runMain } from '../src/catalog/run/command/main.ts';
import { processContext } from '../src/cli/process.ts';

const serveDemos = async () => (await import('../src/app/demos.ts')).serveNamedDemos();
/** Loaded only where the setting is there: without it, nothing of a database is read. */
const openDatabase: OpenDatabase = async (url, options) =>
  (await import('../src/catalog/database/open.ts')).openDatabase(url, options);
process.exitCode = await runMain(process.argv.slice(2), processContext(PROGRAM), {
  serveDemos,
  openDatabase,
});
