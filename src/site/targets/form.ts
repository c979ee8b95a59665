/** The forms of a target in `astro dev`. */
import type { APIRoute } from 'astro';
import { listedTarget, targetPaths } from '../catalog.ts';
import { originOf } from '../respond.ts';
import { formsOf } from './forms.ts';

export async function getStaticPaths() {
  const paths = await targetPaths();
  const forms = paths.map(async ({ params, props: { target } }) =>
    formsOf(await listedTarget(target), 'https://catalog.invalid').map(([form]) => ({
      params: { ...params, form },
      props: { target },
    })),
  );
  return (await Promise.all(forms)).flat();
}

type Props = Awaited<ReturnType<typeof targetPaths>>[number]['props'];

export const GET: APIRoute<Props> = async ({ params, props, site }) => {
  const forms = new Map(formsOf(await listedTarget(props.target), originOf(site)));
  const form = forms.get(params.form ?? '');
  return form === undefined
    ? new Response(null, { status: 404 })
    : new Response(form.text, { headers: { 'Content-Type': form.type } });
};
