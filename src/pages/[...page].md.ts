import { type CollectionEntry, getCollection } from 'astro:content';
import { facts } from 'virtual:command-line';
import type { APIRoute } from 'astro';
import { isSkill, pageMarkdown } from '../site/page-markdown.ts';
import { alternateResponse, markdownResponse, originOf } from '../site/respond.ts';

export async function getStaticPaths() {
  const pages = await getCollection('pages');
  return pages.map((page) => ({ params: { page: page.id }, props: { page } }));
}

export const GET: APIRoute<{ page: CollectionEntry<'pages'> }> = ({ props, site }) => {
  const { id, data, body = '' } = props.page;
  const text = pageMarkdown({ id, ...data, body }, originOf(site), facts);
  return isSkill({ id }) ? markdownResponse(text, site) : alternateResponse(data, text, site);
};
