#!/usr/bin/env node
/** Writes the function (dist/service), the edge function (dist/edge) and the files for Netlify Blobs, for `npm run build`. */
import { fileURLToPath } from 'node:url';
import { bundleEdge, bundleFunction, DEPLOY_STORE, writeDeployFiles } from '../src/app/deploy.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
await Promise.all([
  bundleFunction(pathOf('dist/service')),
  bundleEdge(pathOf('dist/edge')),
  writeDeployFiles(pathOf('dist/site'), pathOf(DEPLOY_STORE)),
]);
