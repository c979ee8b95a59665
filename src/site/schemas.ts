/** The JSON Schemas that are served at `/schema/<name>.schema.json`. */
import { readdir, readFile } from 'node:fs/promises';
import * as z from 'zod';
import { changesSchema } from '../catalog/changes-document.ts';
import { DOWNLOAD_SCHEMAS } from '../catalog/downloads.ts';
import { commandLineSchema } from './command-line/facts.ts';

/** Relative to the repository, where the build runs: the bundle that Astro makes of this file lies elsewhere. */
const FOLDER = 'content/schema';
const SUFFIX = '.schema.json';

export interface ServedSchema {
  readonly name: string;
  /** The file as it is served. */
  readonly text: string;
}

/** Those of scorecards and of the command line, as the package has them, and those of the site's downloads. */
export async function servedSchemas(): Promise<readonly ServedSchema[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith(SUFFIX)).toSorted();
  const stored = files.map(async (file) => ({
    name: file.slice(0, -SUFFIX.length),
    text: await readFile(`${FOLDER}/${file}`, 'utf8'),
  }));
  const made = [
    ...DOWNLOAD_SCHEMAS,
    ['changes', changesSchema] as const,
    ['command-line', commandLineSchema] as const,
  ].map(([name, schema]) => ({
    name,
    text: `${JSON.stringify(z.toJSONSchema(schema, { target: 'draft-2020-12' }), null, 2)}\n`,
  }));
  return [...(await Promise.all(stored)), ...made];
}
