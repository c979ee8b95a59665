import type { APIRoute } from 'astro';
import { siteContent } from '../site/content.ts';
import { jsonResponse } from '../site/respond.ts';
import { SPEC_VERSION } from '../versions.ts';

/** The standard for programs: principles with their requirements, without the prose around them. */
export const GET: APIRoute = async ({ site }) => {
  const { principles, origin } = await siteContent(site);
  return jsonResponse({
    spec_version: SPEC_VERSION,
    url: `${origin}/spec`,
    principles: principles.map(({ id, name, summary, requirements }) => ({
      id,
      name,
      url: `${origin}/principles/${id.toLowerCase()}`,
      summary,
      requirements: requirements.map(({ text, ...requirement }) => ({
        ...requirement,
        url: `${origin}/spec#${requirement.id}`,
        text,
      })),
    })),
  });
};
