import { type CollectionEntry, getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { stackMarkdown } from '../../../render/markdown/pages.ts';
import { alternateResponse, originOf } from '../../../site/respond.ts';
import { stackTitle } from '../../../view/guide.ts';

export async function getStaticPaths() {
  const stacks = await getCollection('stacks');
  return stacks.map((stack) => ({ params: { stack: stack.data.stack }, props: { stack } }));
}

export const GET: APIRoute<{ stack: CollectionEntry<'stacks'> }> = ({ props, site }) => {
  const { data, body = '' } = props.stack;
  const about = { title: stackTitle(data), description: data.summary };
  return alternateResponse(about, stackMarkdown({ ...data, body }, originOf(site)), site);
};
