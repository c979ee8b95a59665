#!/usr/bin/env node
/** The scheduled run over the catalog (`npm run audit:catalog`): its command line, given the demo sites. */
import { main } from '../src/cli/catalog/main.ts';

await main(async () => (await import('../src/app/demos.ts')).serveNamedDemos());
