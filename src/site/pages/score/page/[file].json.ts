import type { APIRoute } from 'astro';
import { catalogPages, searchedSites } from '../../../../catalog/pages.ts';
import { catalogDigest } from '../../../catalog.ts';

/** `sites.json` exists only if the catalog's table has several pages. Otherwise the single page contains all sites. */
export const getStaticPaths = async () =>
  catalogPages(await catalogDigest()).length > 1 ? [{ params: { file: 'sites' } }] : [];

export const GET: APIRoute = async () => Response.json(searchedSites((await catalogDigest()).listed));
