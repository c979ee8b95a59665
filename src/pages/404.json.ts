import type { APIRoute } from 'astro';
import { notFoundProblem } from '../render/not-found.ts';
import { jsonResponse, originOf } from '../site/respond.ts';

export const GET: APIRoute = ({ site }) => jsonResponse(notFoundProblem(originOf(site)));
