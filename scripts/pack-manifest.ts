/**
 * `npm pack` uses the package.json on disk. Run before it packs, this writes the manifest of the package; run afterwards with
 * `--restore`, it restores the original.
 */
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
