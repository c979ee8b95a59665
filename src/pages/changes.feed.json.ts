import type { APIRoute } from 'astro';
import { feedOf } from '../render/feeds/feed.ts';
import { JSON_FEED_TYPE, jsonFeed } from '../render/feeds/json-feed.ts';
import { recentChanges } from '../site/catalog.ts';
import { originOf } from '../site/respond.ts';

export const GET: APIRoute = async ({ site }) =>
  new Response(jsonFeed(feedOf(await recentChanges(), originOf(site))), {
    headers: { 'Content-Type': JSON_FEED_TYPE },
  });
