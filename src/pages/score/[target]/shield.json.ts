import type { APIRoute } from 'astro';
import { shield } from '../../../site/badge.ts';
import { type Listed, targetPaths } from '../../../site/catalog.ts';

export const getStaticPaths = targetPaths;

export const GET: APIRoute<{ listed: Listed }> = ({ props }) =>
  new Response(`${JSON.stringify(shield(props.listed.scored.score.global))}\n`);
