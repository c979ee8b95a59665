/** Servers behind limiters and queues: what is true of them is what an unhurried client sees. */
import { expressLimited } from './servers/frameworks.ts';
import {
  limitedConnections,
  limitedRequests,
  queued,
  tooManyRequests,
  twoConnections,
  twoSeconds,
} from './servers/limiters.ts';
import { type Case, LIMITED_API, SITE } from './web.ts';

export const LIMITERS: readonly Case[] = [
  { name: 'nginx limit_req, 503', start: limitedRequests, truth: SITE },
  { name: 'nginx limit_conn, 503', start: limitedConnections, truth: SITE },
  { name: 'HAProxy with a stick table, 429', start: tooManyRequests, truth: SITE },
  { name: 'HAProxy that closes the third connection', start: twoConnections, truth: SITE },
  { name: 'HAProxy with a short queue, 503', start: queued, truth: SITE },
  { name: 'express-rate-limit, 429 with Retry-After', start: expressLimited, truth: LIMITED_API },
  { name: 'two seconds an answer', start: twoSeconds, truth: SITE },
];
