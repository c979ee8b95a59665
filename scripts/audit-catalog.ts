#!/usr/bin/env node
/** Runs the catalog's command line (`npm run audit:catalog`) with the demo sites and the database. */
import { dirname } from 'node:path';
import type { Migrate, OpenDatabase } from '../src/catalog/run/command/database-tasks.ts';
import { runMain } from '../src/catalog/run/command/main.ts';
import { enterCallersFolder, npmProgram, processContext } from '../src/cli/process.ts';

const serveDemos = async () => (await import('../src/app/demos.ts')).serveNamedDemos();
/** Loads the database code only if a database is set. */
const openDatabase: OpenDatabase = async (url, options) =>
  (await import('../src/catalog/database/open.ts')).openDatabase(url, options);
const migrateDatabase: Migrate = async (url, options) =>
  (await import('../src/catalog/database/open.ts')).migrateDatabase(url, options);
// The list and the results are in the checkout. Folders that the caller names are relative to the caller's folder.
const checkout = dirname(import.meta.dirname);
const entered = enterCallersFolder(checkout, process.env);
const program = npmProgram('audit:catalog', checkout, entered);
process.exitCode = await runMain(process.argv.slice(2), processContext(program), {
  serveDemos,
  openDatabase,
  migrateDatabase,
  openLive: async (access) => (await import('../src/service/blobs.ts')).liveResultsOn(access),
});
