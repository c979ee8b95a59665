#!/usr/bin/env -S node --max-semi-space-size=4
/** The command line; everything is in src/cli. */
import module from 'node:module';
import { packageUrl } from '../src/npx.ts';
import { INSTALLED_NAME, OLDEST_NODE } from '../src/package.ts';
import { DEFAULT_BASE_URL } from '../src/versions.ts';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [oldest = 0, since = 0] = OLDEST_NODE.split('.').map(Number);

if (major < oldest || (major === oldest && minor < since)) {
  process.stderr.write(
    `error: This is Node ${process.versions.node}, and Node ${OLDEST_NODE} or later is needed.\nInstall it from https://nodejs.org, or run: npx --allow-remote=root -p node@24 -p ${packageUrl(DEFAULT_BASE_URL)} ${INSTALLED_NAME}\n`,
  );
  process.exitCode = 78;
} else {
  // Compiled code is kept in the machine's folder for temporary files: the next start takes half the time.
  module.enableCompileCache();
  const { main } = await import('../src/cli/main.ts');
  await main();
}
