/** Packs the command line for the address that is its argument, and writes the package to standard output. */
import { packCli } from './pack.ts';

const [, , origin = ''] = process.argv;
process.stdout.write(await packCli(origin));
