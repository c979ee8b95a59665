import { facts } from 'virtual:command-line';
import type { APIRoute } from 'astro';
import { jsonResponse } from '../respond.ts';

export const GET: APIRoute = () => jsonResponse(facts);
