import type { APIRoute } from 'astro';
import { catalogPages, searchedSites } from '../../../../catalog/pages.ts';
import { catalogDigest } from '../../../catalog.ts';

/** Only of a catalog that has pages: the table of a short one has all sites. */
export const getStaticPaths = async () =>
  catalogPages((await catalogDigest()).listed).length > 1 ? [{ params: { file: 'sites' } }] : [];

export const GET: APIRoute = async () => Response.json(searchedSites((await catalogDigest()).listed));
