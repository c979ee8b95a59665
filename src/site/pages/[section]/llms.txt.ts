import type { APIRoute } from 'astro';
import { siteContent } from '../../content.ts';
import { SECTIONS, type Section, sectionLlmsTxt } from '../../llms-txt.ts';

export const getStaticPaths = () => SECTIONS.map((section) => ({ params: { section }, props: { section } }));

export const GET: APIRoute<{ section: Section }> = async ({ props, site }) =>
  new Response(sectionLlmsTxt(props.section, await siteContent(site)));
