import { type CollectionEntry, getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { principleMarkdown } from '../../render/markdown/pages.ts';
import { alternateResponse } from '../../site/respond.ts';
import { aboutPrinciple } from '../../view/about.ts';

export async function getStaticPaths() {
  const principles = await getCollection('principles');
  return principles.map((principle) => ({
    params: { id: principle.data.id.toLowerCase() },
    props: { principle },
  }));
}

export const GET: APIRoute<{ principle: CollectionEntry<'principles'> }> = ({ props, site }) =>
  alternateResponse(
    aboutPrinciple(props.principle.data),
    principleMarkdown(props.principle.data, props.principle.body ?? ''),
    site,
  );
