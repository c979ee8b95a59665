/** `npm pack` uses the package.json on disk: writes the package's manifest there, or with `--restore` the original. */
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
