#!/usr/bin/env -S node --max-semi-space-size=4
/** The command line; everything is in src/cli. */
import module from 'node:module';
import { packageUrl } from '../src/npx.ts';
import { INSTALLED_NAME } from '../src/package.ts';
import { DEFAULT_BASE_URL } from '../src/versions.ts';

const OLDEST = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  process.stderr.write(
    `error: This is Node ${process.versions.node}, and Node ${OLDEST} or later is needed.\nInstall it from https://nodejs.org, or run: npx --allow-remote=root -p node@${OLDEST} -p ${packageUrl(DEFAULT_BASE_URL)} ${INSTALLED_NAME}\n`,
  );
  process.exitCode = 78;
} else {
  // Compiled code is kept in the machine's folder for temporary files: the next start takes half the time.
  module.enableCompileCache();
  const { main } = await import('../src/cli/main.ts');
  await main();
}
