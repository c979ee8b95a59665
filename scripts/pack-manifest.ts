/**
 * `npm pack` takes package.json as it stands on the disk. Before it packs, this puts there what belongs in the package, and
 * afterwards, with `--restore`, what was there.
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
