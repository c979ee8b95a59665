#!/usr/bin/env node
/**
 * Makes what the function needs of a build (`npm run build`): its bundle in dist/service, beside what the site's build
 * leaves there, and what Netlify puts into the deploy's store.
 */
import { fileURLToPath } from 'node:url';
import { bundleFunction } from '../src/app/bundle.ts';
import { DEPLOY_STORE, writeDeployFiles } from '../src/app/deploy-files.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

await bundleFunction(pathOf('dist/service'));
await writeDeployFiles(pathOf('dist/site'), pathOf(DEPLOY_STORE));
