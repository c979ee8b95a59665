import type { APIRoute } from 'astro';
import { type DataFile, fileName } from '../../results/dataset.ts';
import { datasetFiles } from '../../site/adoption.ts';

export const getStaticPaths = async () =>
  (await datasetFiles()).map((file) => ({ params: { file: fileName(file) }, props: file }));

export const GET: APIRoute<DataFile> = ({ props: { bytes, format } }) =>
  new Response(new Uint8Array(bytes), { headers: { 'Content-Type': format.mediaType } });
