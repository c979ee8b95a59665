import { type CollectionEntry, getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { howToFix } from '../../fix/explain.ts';
import { guideMarkdown } from '../../render/markdown/pages.ts';
import { readChangeTexts } from '../../site/fix-texts.ts';
import { markdownResponse, originOf } from '../../site/respond.ts';
import { checkOf } from '../../view/checks.ts';
import { wholeGuide } from '../../view/guide.ts';

export async function getStaticPaths() {
  const guides = await getCollection('guides');
  return guides.map((guide) => ({ params: { check: guide.data.check }, props: { guide } }));
}

export const GET: APIRoute<{ guide: CollectionEntry<'guides'> }> = async ({ props, site }) => {
  const { data, body = '' } = props.guide;
  const check = checkOf(data.check);
  const whole = wholeGuide(body, howToFix(check.id, await readChangeTexts()));
  return markdownResponse(guideMarkdown(check, { summary: data.summary, body: whole }, originOf(site)), site);
};
