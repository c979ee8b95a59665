import type { APIRoute } from 'astro';
import { notFoundProblem } from '../not-found.ts';
import { jsonResponse, originOf } from '../respond.ts';

export const GET: APIRoute = ({ site }) => jsonResponse(notFoundProblem(originOf(site)));
