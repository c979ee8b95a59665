import type { APIRoute } from 'astro';
import { catalogPages, searchedSites } from '../../../../catalog/pages.ts';
import { catalogDigest } from '../../../catalog.ts';

/** Only for a catalog with several pages: a short one's table has all sites. */
export const getStaticPaths = async () =>
  catalogPages(await catalogDigest()).length > 1 ? [{ params: { file: 'sites' } }] : [];

export const GET: APIRoute = async () => Response.json(searchedSites((await catalogDigest()).listed));
