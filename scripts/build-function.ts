#!/usr/bin/env node
/** Part of `npm run build`: writes the Netlify function (dist/service), the edge function (dist/edge) and files for Blobs. */
import { fileURLToPath } from 'node:url';
import { bundleEdge, bundleFunction, DEPLOY_STORE, writeDeployFiles } from '../src/app/deploy.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
await Promise.all([
  bundleFunction(pathOf('dist/service')),
  bundleEdge(pathOf('dist/edge')),
  writeDeployFiles(pathOf('dist/site'), pathOf(DEPLOY_STORE)),
]);
