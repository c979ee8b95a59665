#!/usr/bin/env node
import { processContext } from '../src/cli/process.ts';
/** The scheduled run over the catalog (`npm run audit:catalog`): its command line, given the demo sites. */
import { PROGRAM, runMain } from '../src/run/command/main.ts';

const serveDemos = async () => (await import('../src/app/demos.ts')).serveNamedDemos();
process.exitCode = await runMain(process.argv.slice(2), processContext(PROGRAM), serveDemos);
