/** Replaces package.json with the manifest of the published package, because `npm pack` reads it. `--restore` undoes this. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { packedManifest } from '../src/site/command-line/pack.ts';

const FILE = 'package.json';
const KEPT = 'dist/package.json';

if (process.argv.includes('--restore')) {
  renameSync(KEPT, FILE);
} else {
  const text = readFileSync(FILE, 'utf8');
  writeFileSync(KEPT, text);
  writeFileSync(FILE, packedManifest(text));
}
