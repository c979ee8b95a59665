#!/usr/bin/env node
/** The catalog's command line (`npm run audit:catalog`), given the demo sites and the database. */
import { dirname } from 'node:path';
import type { OpenDatabase } from '../src/catalog/run/command/database-tasks.ts';
import { runMain } from '../src/catalog/run/command/main.ts';
import { enterCallersFolder, npmProgram, processContext } from '../src/cli/process.ts';

const serveDemos = async () => (await import('../src/app/demos.ts')).serveNamedDemos();
/** Loaded only where the setting is there: without it, nothing of a database is read. */
const openDatabase: OpenDatabase = async (url, options) =>
  (await import('../src/catalog/database/open.ts')).openDatabase(url, options);
// The list and the results are those of the checkout; folders that are named are relative to the caller's.
const checkout = dirname(import.meta.dirname);
const entered = enterCallersFolder(checkout, process.env);
const program = npmProgram('audit:catalog', checkout, entered);
process.exitCode = await runMain(process.argv.slice(2), processContext(program, entered), {
  serveDemos,
  openDatabase,
});
