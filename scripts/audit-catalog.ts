#!/usr/bin/env node
/** The catalog's run (`npm run audit:catalog`); everything is in src/catalog. */
import { main } from '../src/cli/catalog/main.ts';

await main();
