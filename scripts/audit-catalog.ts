#!/usr/bin/env node
/** The scheduled run over the catalog (`npm run audit:catalog`): its command line, given the demo sites. */
import { main, PROGRAM } from '../src/cli/catalog/main.ts';
import { processContext } from '../src/cli/process.ts';

const serveDemos = async () => (await import('../src/app/demos.ts')).serveNamedDemos();
process.exitCode = await main(process.argv.slice(2), processContext(PROGRAM), serveDemos);
