#!/usr/bin/env -S node --max-semi-space-size=4
import '../src/base/compile-cache.js';
import { oldNodeError } from '../src/cli/error-format.ts';

const argv = process.argv.slice(2);
const tooOld = oldNodeError(process.versions.node, argv, process.env);

if (tooOld !== undefined) {
  process.stderr.write(tooOld);
  // The exit code for configuration errors (`src/cli/exit-codes.ts`).
  process.exitCode = 78;
} else {
  const [{ main }, { enterCallersFolder, processContext, programName }] = await Promise.all([
    import('../src/cli/main.ts'),
    import('../src/cli/process.ts'),
  ]);
  const entered = enterCallersFolder(`${import.meta.dirname}/..`, process.env);
  process.exitCode = await main(
    argv,
    processContext(programName(process.argv, process.env, entered), entered),
  );
}
