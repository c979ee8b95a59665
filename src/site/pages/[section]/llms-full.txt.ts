import type { APIRoute } from 'astro';
import { siteContent } from '../../content.ts';
import { FULL_SECTIONS, type FullSection, sectionLlmsFullTxt } from '../../llms-txt.ts';

export const getStaticPaths = () =>
  FULL_SECTIONS.map((section) => ({ params: { section }, props: { section } }));

export const GET: APIRoute<{ section: FullSection }> = async ({ props, site }) =>
  new Response(sectionLlmsFullTxt(props.section, await siteContent(site)));
