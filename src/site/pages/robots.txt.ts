import type { APIRoute } from 'astro';
import { AI_CRAWLERS } from '../../audit/parse/ai-crawlers.ts';
import { originOf } from '../respond.ts';

/** Allows every use of the content, because all of it is also published for machines. */
const SIGNALS = 'Content-Signal: search=yes, ai-input=yes, ai-train=yes';

export function robotsTxt(origin: string): string {
  return `# Scorecards, guides and the standard are there for people and agents alike; there is nothing to keep out of.
# Every page has a Markdown form: ${origin}/llms.txt says how to find it.

User-agent: *
${SIGNALS}
Allow: /

${[...AI_CRAWLERS].map((crawler) => `User-agent: ${crawler}`).join('\n')}
${SIGNALS}
Allow: /

Sitemap: ${origin}/sitemap.xml
`;
}

export const GET: APIRoute = ({ site }) => new Response(robotsTxt(originOf(site)));
