#!/usr/bin/env node
/** Writes the JSON Schemas of the scorecard and of all that the command line prints (`npm run schema:print`). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { printedSchema, SCHEMA_FOLDER, schemaFile } from '../src/cli/documents.ts';
import { DOCUMENTS } from '../src/cli/sets.ts';

mkdirSync(SCHEMA_FOLDER, { recursive: true });
for (const name of DOCUMENTS) writeFileSync(new URL(schemaFile(name), SCHEMA_FOLDER), printedSchema(name));
