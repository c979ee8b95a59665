/** The forms of a target in `astro dev`. */
import type { APIRoute } from 'astro';
import { storedResults, targetPaths } from '../catalog.ts';
import { TARGET_FORMS, type TargetForm } from './forms.ts';

export async function getStaticPaths() {
  const paths = await targetPaths();
  return paths.flatMap(({ params }) =>
    Object.entries(TARGET_FORMS).map(([name, form]) => ({
      params: { ...params, form: name },
      props: { form },
    })),
  );
}

export const GET: APIRoute<{ form: TargetForm }> = async ({ params: { target = '' }, props: { form } }) => {
  const { latest } = await storedResults(target);
  return new Response(form.textOf(latest), { headers: { 'Content-Type': form.type } });
};
