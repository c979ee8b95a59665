#!/usr/bin/env node
/** Writes the JSON Schemas of the scorecard and of all command-line output into the given folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printedSchemas } from '../src/cli/documents.ts';

const [, , folder = 'dist/schema'] = process.argv;
mkdirSync(folder, { recursive: true });
for (const { name, text } of printedSchemas()) writeFileSync(join(folder, `${name}.schema.json`), text);
