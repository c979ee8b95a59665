import { type CollectionEntry, getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { principleMarkdown } from '../../site/markdown.ts';
import { markdownResponse } from '../../site/respond.ts';

export async function getStaticPaths() {
  const principles = await getCollection('principles');
  return principles.map((principle) => ({
    params: { id: principle.data.id.toLowerCase() },
    props: { principle },
  }));
}

export const GET: APIRoute<{ principle: CollectionEntry<'principles'> }> = ({ props }) =>
  markdownResponse(principleMarkdown(props.principle.data, props.principle.body ?? ''));
