/** Reads the values of the caller's request headers (`--header`, `--header-file`). */
import { SHORTEST_SECRET } from '../../audit/io/erase.ts';
import { tooShortToErase, whyNoValue } from '../../audit/io/own-headers.ts';
import type { HeaderList } from '../../base/headers.ts';
import { plain } from '../../base/text.ts';
import { CliError } from '../errors.ts';
import { nameOf, type ReadOptions, readInput } from '../files.ts';
import { notice } from '../output.ts';
import { type HeaderSource, refuseName } from './options.ts';

/**
 * Returns each header name once, in lower case, with its value.
 * @throws CliError, AuditError for a source without a value, and for an invalid header
 */
export async function readHeaders(
  sources: { readonly header: readonly HeaderSource[]; readonly headerFile: string | undefined },
  options: ReadOptions,
): Promise<HeaderList> {
  const { header, headerFile } = sources;
  const fields = new Map<string, string>();
  const add = (name: string, value: string, place: string) => {
    const why = whyNoValue(value);
    if (why !== undefined) throw unusable(`The value of ${name} (${place}) ${why}.`);
    if (fields.has(name)) throw unusable(`The header ${name} is set twice.`);
    fields.set(name, value);
  };
  if (headerFile !== undefined) {
    const text = await readInput(headerFile, options);
    for (const [name, value] of linesOf(text, nameOf(headerFile))) add(name, value, nameOf(headerFile));
  }
  for (const { name, from, place } of header) {
    if (from === 'file') add(name, withoutLineEnd(await readInput(place, options)), place);
    else {
      const { env } = options.output.session.context;
      const value = Object.hasOwn(env, place) ? env[place] : undefined;
      if (value === undefined)
        throw unusable(
          `--header ${name} reads the environment variable ${plain(place, 60)}, which is not set.`,
        );
      add(name, value.trim(), plain(place, 60));
    }
  }
  const short = tooShortToErase([...fields]);
  if (short.length > 0) {
    notice(
      options.output,
      `The value of ${short.join(', ')} has fewer than ${SHORTEST_SECRET} characters, so it is not erased if the site sends it back.`,
    );
  }
  return [...fields];
}

/** Parses `Name: value` lines, skipping empty lines and lines that begin with #. */
function linesOf(text: string, place: string): (readonly [string, string])[] {
  return text.split(/\r?\n/).flatMap((line, i) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const [, name, value = ''] = /^([^:\s]+):(.*)$/.exec(line) ?? [];
    // The message does not quote the line, because the line may be a secret.
    if (name === undefined) throw unusable(`Line ${i + 1} of ${place} is not “Name: value”.`);
    refuseName(name, place, 'configuration');
    return [[name.toLowerCase(), value.trim()] as const];
  });
}

function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}

function unusable(message: string): CliError {
  return new CliError('configuration', message, {
    hint: 'Fix the stored value. Nothing was sent.',
  });
}
