/** The sites that one command audits: typed, or listed on stdin. */
import { AuditError } from '../../errors.ts';
import { plural } from '../../view/words.ts';
import { CliError } from '../errors.ts';
import { readInput, STDIN } from '../files.ts';
import { LIST_CAP } from '../options/limit.ts';
import { AUDIT } from '../options.ts';
import { type AuditRun, type Plan, planOf } from './plan.ts';

/** What is of one audit, and cannot be told apart for several. */
const ONE_ONLY = [
  'har',
  'replay',
  'canonicalOrigin',
  'header',
  'headerFile',
  'mcpEndpoint',
  'baseline',
  'updateBaseline',
  'tightenBaseline',
] as const satisfies readonly (keyof typeof AUDIT)[];

const LIST_HINT = 'Pipe in a list, one site a line: … - < sites.txt';

/**
 * The sites, where more than one is asked for; a list on stdin or in the configuration is several however long it is, so
 * that the output keeps its form.
 *
 * @param inputs what was typed
 */
export function severalOf(run: AuditRun, inputs: readonly string[]): readonly string[] | undefined {
  if (inputs.length > 1 || inputs.includes(STDIN)) return inputs;
  const configured = run.config?.values.target;
  const isMeant = inputs.length === 0 && run.values.replay === undefined;
  return isMeant && Array.isArray(configured) ? configured : undefined;
}

/**
 * A plan for each site, once, in the order in which they were named.
 *
 * @throws CliError, AuditError for what cannot be audited as it was asked for: then none of them is
 */
export async function plansOf(run: AuditRun, inputs: readonly string[]): Promise<readonly Plan[]> {
  const { sources, values } = run;
  for (const key of ONE_ONLY) {
    if (sources[key] === 'default' || values[key] === false) continue;
    const { flags, env } = AUDIT[key];
    const [name = ''] = flags.split(' ');
    const where = { flag: name, env, config: `“${key}” of the configuration` }[sources[key]];
    throw new CliError('usage', `${name} is for one site, and this command names a list of them.`, {
      hint: `Leave out ${where}, or audit that site by itself.`,
    });
  }
  const plans = new Map<string, Plan>();
  for (const { text, where } of await namesOf(inputs, run)) {
    const plan = await placed(where, () => planOf(run, text));
    plans.set(plan.request.target.url, plan);
  }
  if (plans.size === 0) throw new CliError('usage', 'No site is listed on stdin.', { hint: LIST_HINT });
  if (plans.size > LIST_CAP) {
    throw new CliError(
      'usage',
      `${plural(plans.size, 'site')} are named, and one command audits at most ${LIST_CAP}.`,
      {
        hint: `Split the list: split -l ${LIST_CAP} sites.txt, then one command for each part.`,
      },
    );
  }
  return [...plans.values()];
}

/** What names a site, and where it stands if not among the arguments. */
interface Name {
  readonly text: string;
  readonly where?: string;
}

async function namesOf(inputs: readonly string[], run: AuditRun): Promise<readonly Name[]> {
  const listed = inputs.includes(STDIN) ? listedIn(await readInput(STDIN, run)) : [];
  let taken = false;
  return inputs.flatMap((text): readonly Name[] => {
    if (text !== STDIN) return [{ text }];
    const names = taken ? [] : listed;
    taken = true;
    return names;
  });
}

/** One site a line; empty lines, and what stands behind a `#` at the beginning of a line or after white space, are left out. */
function listedIn(text: string): readonly Name[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, i) => ({ text: withoutComment(line).trim(), where: `Line ${i + 1} of stdin` }))
    .filter((name) => name.text !== '');
}

function withoutComment(line: string): string {
  const at = line.search(/(?:^|\s)#/);
  return at < 0 ? line : line.slice(0, at);
}

/** What `make` gives; what it throws names the line that is meant. */
async function placed<T>(where: string | undefined, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (where === undefined || !(error instanceof AuditError)) throw error;
    const { kind, message, hint } = error;
    throw new CliError(kind, `${where}: ${message}`, { hint });
  }
}
