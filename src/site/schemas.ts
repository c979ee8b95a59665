/** The JSON Schemas that are served at `/schema/<name>.schema.json`. */
import { changesSchema } from '../results/changes-document.ts';
import { DOWNLOAD_SCHEMAS } from '../results/downloads.ts';
import { schemaText } from '../scorecard/print.ts';
import { commandLineSchema } from './command-line/facts.ts';

export interface ServedSchema {
  readonly name: string;
  /** The file as it is served. */
  readonly text: string;
}

/**
 * All that are served, those of the site's downloads last.
 *
 * @param ofCommands those of the scorecard and of what the command line prints
 */
export function servedSchemas(ofCommands: readonly ServedSchema[]): readonly ServedSchema[] {
  const ofDownloads = [
    ...DOWNLOAD_SCHEMAS,
    ['changes', changesSchema] as const,
    ['command-line', commandLineSchema] as const,
  ].map(([name, schema]) => ({ name, text: schemaText(schema) }));
  return [...ofCommands, ...ofDownloads];
}
