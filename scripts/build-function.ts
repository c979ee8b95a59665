#!/usr/bin/env node
/**
 * Builds what Netlify runs (`npm run build`), in addition to the site: the function's bundle in dist/service, the edge
 * function's in dist/edge, and the content of the deploy's store.
 */
import { fileURLToPath } from 'node:url';
import { bundleEdge, bundleFunction, DEPLOY_STORE, writeDeployFiles } from '../src/app/deploy.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
await Promise.all([
  bundleFunction(pathOf('dist/service')),
  bundleEdge(pathOf('dist/edge')),
  writeDeployFiles(pathOf('dist/site'), pathOf(DEPLOY_STORE)),
]);
