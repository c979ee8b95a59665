import type { APIRoute } from 'astro';
import { catalogPages, searchedSites } from '../../../../catalog/pages.ts';
import { catalogDigest } from '../../../catalog.ts';

/** The file exists only if the catalog has several pages, because a short catalog's table contains all sites. */
export const getStaticPaths = async () =>
  catalogPages(await catalogDigest()).length > 1 ? [{ params: { file: 'sites' } }] : [];

export const GET: APIRoute = async () => Response.json(searchedSites((await catalogDigest()).listed));
