#!/usr/bin/env node
/**
 * Makes what the platform runs of a build (`npm run build`): the function's bundle in dist/service, beside what the site's
 * build leaves there, the edge function's in dist/edge, and what Netlify puts into the deploy's store.
 */
import { fileURLToPath } from 'node:url';
import { bundleEdge, bundleFunction, DEPLOY_STORE, writeDeployFiles } from '../src/app/deploy.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
await Promise.all([
  bundleFunction(pathOf('dist/service')),
  bundleEdge(pathOf('dist/edge')),
  writeDeployFiles(pathOf('dist/site'), pathOf(DEPLOY_STORE)),
]);
