#!/usr/bin/env node
/** `npm run build:cli [folder]`: bundles the command line for the catalog at $URL, by default into `dist/bin`. */
import { fileURLToPath } from 'node:url';
import { DEFAULT_BASE_URL } from '../src/base/versions.ts';
import { buildCli } from '../src/site/command-line/bundle.ts';

const { URL: site = DEFAULT_BASE_URL } = process.env;
const folder = process.argv[2] ?? fileURLToPath(new URL('../dist/bin', import.meta.url));
await buildCli(folder, new URL(site).origin);
