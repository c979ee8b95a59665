/** The preview image of a target in `astro dev`. */
import type { APIRoute } from 'astro';
import { listedTarget, targetPaths } from '../catalog.ts';
import { originOf } from '../respond.ts';
import { previewOf } from './preview.ts';
import { pngResponse } from './site-route.ts';

export const getStaticPaths = targetPaths;

type Props = Awaited<ReturnType<typeof targetPaths>>[number]['props'];

export const GET: APIRoute<Props> = async ({ props, site }) =>
  pngResponse(await previewOf(await listedTarget(props.target), originOf(site)));
