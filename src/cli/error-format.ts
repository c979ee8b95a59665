/** Reads the error format, and rejects old versions of Node. Old versions must be able to load this file and its imports. */
import { ALLOW_REMOTE, packageUrl } from '../base/npx.ts';
import { INSTALLED_NAME, OLDEST_NODE } from '../base/package.ts';
import { DEFAULT_BASE_URL } from '../base/versions.ts';

type ErrorFormat = 'text' | 'json' | 'jsonl';

/** Returns the format for errors from the arguments or `AUDIT_OUTPUT`. Works even if other arguments are invalid. */
export function errorFormatOf(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ErrorFormat {
  const named = args
    .map((arg, i) => (/^(?:--output|-o)$/.test(arg) ? args[i + 1] : /^(?:--output=|-o)(\w+)$/.exec(arg)?.[1]))
    .filter((value) => value !== undefined)
    .pop();
  if (args.includes('--jsonl')) return 'jsonl';
  if (args.includes('--json')) return 'json';
  const selected = named ?? env.AUDIT_OUTPUT;
  return selected === 'json' || selected === 'jsonl' ? selected : 'text';
}

/** Returns the arguments before `--`. Arguments after it are never options. */
export function beforeDashes(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end < 0 ? argv : argv.slice(0, end);
}

/** Returns the error for an unsupported Node version, in the requested format; `undefined` for a supported version. */
export function oldNodeError(
  version: string,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldest = 0, since = 0] = OLDEST_NODE.split('.').map(Number);
  if (major > oldest || (major === oldest && minor >= since)) return undefined;
  const message = `This is Node ${version}, and Node ${OLDEST_NODE} or later is needed.`;
  const run = `npx ${ALLOW_REMOTE} -p node@24 -p ${packageUrl(DEFAULT_BASE_URL)} ${INSTALLED_NAME}`;
  const hint = `Install it from https://nodejs.org, or run: ${run}`;
  const format = errorFormatOf(beforeDashes(argv), env);
  if (format === 'text') return `error: ${message}\n${hint}\n`;
  const document = { error: true, kind: 'configuration', message, hint };
  return `${JSON.stringify(format === 'json' ? document : { event: 'error', ...document })}\n`;
}
