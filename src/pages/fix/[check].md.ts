import { type CollectionEntry, getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { guideMarkdown } from '../../render/markdown/pages.ts';
import { markdownResponse, originOf } from '../../site/respond.ts';
import { checkOf } from '../../view/checks.ts';

export async function getStaticPaths() {
  const guides = await getCollection('guides');
  return guides.map((guide) => ({ params: { check: guide.data.check }, props: { guide } }));
}

export const GET: APIRoute<{ guide: CollectionEntry<'guides'> }> = ({ props, site }) => {
  const { data, body = '' } = props.guide;
  return markdownResponse(
    guideMarkdown(checkOf(data.check), { summary: data.summary, body }, originOf(site)),
    site,
  );
};
