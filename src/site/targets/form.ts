/** The forms of a target in `astro dev`. */
import type { APIRoute } from 'astro';
import { storedResults, targetPaths } from '../catalog.ts';
import { TARGET_FORMS } from './forms.ts';

export async function getStaticPaths() {
  const paths = await targetPaths();
  return paths.flatMap(({ params }) =>
    Object.keys(TARGET_FORMS).map((form) => ({ params: { ...params, form } })),
  );
}

export const GET: APIRoute = async ({ params: { target = '', form = '' } }) => {
  const { latest } = await storedResults(target);
  return new Response(TARGET_FORMS[form]?.(latest));
};
