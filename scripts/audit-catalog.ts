#!/usr/bin/env node
/** Runs the catalog's command line (`npm run audit:catalog`) with the demo sites and the database. */
import { dirname } from 'node:path';
import type { Migrate, OpenDatabase } from '../src/catalog/run/command/database-tasks.ts';
import { runMain } from '../src/catalog/run/command/main.ts';
import { enterCallersFolder, npmProgram, processContext } from '../src/cli/process.ts';

const serveDemos = async () => (await import('../src/app/demos.ts')).serveNamedDemos();
/** Loads the database code only if a database is configured. */
const openDatabase: OpenDatabase = async (url, options) =>
  (await import('../src/catalog/database/open.ts')).openDatabase(url, options);
const migrateDatabase: Migrate = async (url, options) =>
  (await import('../src/catalog/database/open.ts')).migrateDatabase(url, options);
// Relative paths in arguments refer to the folder where the user typed the command. The catalog's own files are in the checkout.
const checkout = dirname(import.meta.dirname);
const entered = enterCallersFolder(checkout, process.env);
const program = npmProgram('audit:catalog', checkout, entered);
process.exitCode = await runMain(process.argv.slice(2), processContext(program), {
  serveDemos,
  openDatabase,
  migrateDatabase,
  openLive: async (access) => (await import('../src/service/blobs.ts')).liveResultsOn(access),
});
