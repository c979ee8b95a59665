/** The demo sites, from a correct one to a mostly broken one. */
import { api } from './api.ts';
import { broken } from './broken/index.ts';
import { docs } from './docs.ts';
import { neglected } from './neglected.ts';
import { ready } from './ready/index.ts';
import type { DemoSite } from './site.ts';
import { spa } from './spa.ts';

export const DEMO_SITES: readonly DemoSite[] = [ready, docs, api, spa, neglected, broken];
