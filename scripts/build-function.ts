#!/usr/bin/env node
/** Bundles the function into dist/service, beside the shell that the site's build leaves there (`npm run build`). */
import { fileURLToPath } from 'node:url';
import { bundleFunction } from '../src/app/bundle.ts';

await bundleFunction(fileURLToPath(new URL('../dist/service', import.meta.url)));
