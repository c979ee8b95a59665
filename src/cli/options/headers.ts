/**
 * The setting of the caller's own request headers. Arguments are seen by every user of a machine and kept in logs: there a
 * header is only named, with the place where its value is.
 */
import { whyNotOwn } from '../../io/own-headers.ts';
import { plain } from '../../parse/text.ts';
import { CliError } from '../errors.ts';
import { type Description, type Origin, type Setting, several } from '../settings.ts';

/** A header, and where its value is. */
export interface HeaderSource {
  readonly name: string;
  readonly from: 'env' | 'file';
  /** A variable, or a path. */
  readonly place: string;
}

const HOW = 'Type --header "X-Preview=env:PREVIEW_TOKEN" or --header "X-Preview=file:/run/secrets/preview".';
const WHY = 'A value in an argument is seen by every user of the machine and kept in logs';

/** Headers by their names and places. A value is refused, and no error repeats it. */
export function headerSources(given: Description<readonly HeaderSource[]>): Setting<readonly HeaderSource[]> {
  return several(given, (text, origin) => text.split(',').map((item) => sourceOf(item.trim(), origin)));
}

function sourceOf(item: string, { name: setting, kind }: Origin): HeaderSource {
  const [, name = '', from, place = ''] = /^([^=:\s]+)=(env|file):(.+)$/s.exec(item) ?? [];
  if (from !== 'env' && from !== 'file') {
    throw new CliError(
      kind,
      `${setting} takes a name and the place of its value: <name>=env:<VARIABLE> or <name>=file:<path>.`,
      {
        hint: `${WHY}: name a variable or a file. ${HOW} Or write lines “Name: value” in a file, and pass --header-file.`,
      },
    );
  }
  refuseName(name, setting, kind);
  return { name: name.toLowerCase(), from, place };
}

/** @throws CliError for a header that nobody may send but the auditor itself */
export function refuseName(name: string, setting: string, kind: Origin['kind']): void {
  const why = whyNotOwn(name);
  if (why === undefined) return;
  throw new CliError(kind, `${setting} cannot send “${plain(name, 60)}”: it ${why}.`, {
    hint: 'Take the name of the header that lets you past what protects the site, such as Authorization or x-vercel-protection-bypass.',
  });
}
