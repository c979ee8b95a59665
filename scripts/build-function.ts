#!/usr/bin/env node
/**
 * Bundles what the platform runs: the function into dist/service, beside the shell that the site's build leaves there
 * (`npm run build`), and the edge function into dist/edge.
 */
import { fileURLToPath } from 'node:url';
import { bundleEdge, bundleFunction } from '../src/app/bundle.ts';

const inDist = (folder: string) => fileURLToPath(new URL(`../dist/${folder}`, import.meta.url));
await Promise.all([bundleFunction(inDist('service')), bundleEdge(inDist('edge'))]);
