/** The message for a Node that is too old. It must load there, so it imports nothing that needs a newer one. */
import { ALLOW_REMOTE, packageUrl } from '../npx.ts';
import { INSTALLED_NAME, OLDEST_NODE } from '../package.ts';
import { DEFAULT_BASE_URL } from '../versions.ts';
import { askedFormat, beforeDashes } from './asked-format.ts';

/**
 * The error for a Node of this version, as the arguments ask for errors; `undefined` where it is new enough.
 *
 * @param version as in `process.versions.node`
 */
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
  const format = askedFormat(beforeDashes(argv), env);
  if (format === 'text') return `error: ${message}\n${hint}\n`;
  const document = { error: true, kind: 'configuration', message, hint };
  return `${JSON.stringify(format === 'json' ? document : { event: 'error', ...document })}\n`;
}
