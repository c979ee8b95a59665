/** `npm run verify`: what may be typed, what is printed, and how it ends. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { AUDIT_LIMIT, READ_LIMIT } from '../limits.ts';
import { plain } from '../parse/text.ts';
import { type Deployment, GROUPS, type Group } from './probe.ts';
import { NoAnswer, sender } from './send.ts';
import { type VerifyOptions, verify } from './verify.ts';

/** EX_UNAVAILABLE of sysexits.h, as the command line's other codes are from there. */
const UNREACHABLE = 69;
/** The most findings of a group that are printed. */
const SHOWN = 12;

const ENDING = `
Examples:
  npm run -s verify -- http://localhost:8888 --audit ready.demo
  npm run -s verify -- https://deploy-preview-7--catalog.netlify.app --published-as https://catalog.example.org

Exit codes:
  0    everything is as it should be
  1    something is off: stdout says what, and what was expected
  2    usage
  ${UNREACHABLE}   <base_url> cannot be reached, so nothing was verified`;

interface VerifyOutput {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Runs the command. @returns its exit code */
export async function run(argv: readonly string[], { out, err }: VerifyOutput): Promise<number> {
  const command = new Command('npm run -s verify --')
    .description(
      `Checks a deployment from outside against its own OpenAPI description and the contract. It reads, and changes nothing. When it reaches the limit of ${READ_LIMIT.calls} reads a minute, it says so and waits.`,
    )
    .argument('<base_url>', 'https://catalog.example.org, or http://localhost:8888 for `npm start`', originOf)
    .option(
      '--published-as <url>',
      'The address that the site was built for, if it differs: a preview is built for the main one',
      originOf,
    )
    .option(
      '--audit <host>',
      `Have this site audited, and read the result at its addresses. Spends one of your ${AUDIT_LIMIT.units} fresh audits an hour. The local server audits its demo sites: ready.demo`,
    )
    .option('--spend', 'Use up the reads of this minute, and check the refusal that follows')
    .option('--all', 'Request every published address instead of a sample')
    .option('--only <groups>', `Only these, comma-separated: ${Object.keys(GROUPS).join(', ')}`, groupsIn)
    .option('--json', 'One JSON document on stdout')
    .addHelpText('after', ENDING)
    .showHelpAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: out,
      writeErr: err,
      outputError: (text, write) => write(`${plain(text, 1000)}\n`),
    });
  try {
    command.parse(argv, { from: 'user' });
    const { publishedAs, json, ...options } = command.opts<
      Partial<VerifyOptions> & { readonly json?: boolean }
    >();
    const [at]: string[] = command.processedArgs;
    const deployment = { at: at ?? '', publishedAs: publishedAs ?? at ?? '', now: new Date() };
    await using connection = sender(deployment.at);
    const onWait = (seconds: number) => err(`Waiting ${seconds} s: the limit of requests in a minute.\n`);
    const result = await verify({ ...deployment, ...options, send: connection.send, onWait });
    out(json ? reportJson(deployment, result) : reportText(deployment, result));
    return result.findings.length === 0 ? 0 : 1;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof NoAnswer)) throw error;
    err(
      `${plain(error.message, 1000)}\nNothing was verified. Is the address right, and is the site deployed?\n`,
    );
    return UNREACHABLE;
  }
}

/** An address without a path: the service is at the root of its host. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '')
    return url.origin;
  throw new InvalidArgumentError('Type an address such as https://catalog.example.org, without a path.');
}

function groupsIn(text: string): readonly Group[] {
  const names = text.split(',').map((name) => name.trim());
  const groups = (Object.keys(GROUPS) as Group[]).filter((group) => names.includes(group));
  if (groups.length === names.length) return groups;
  throw new InvalidArgumentError(`The groups are ${Object.keys(GROUPS).join(', ')}.`);
}

function reportText({ at }: Deployment, result: Awaited<ReturnType<typeof verify>>): string {
  const { findings, unjudged, answers, expectations } = result;
  const blocks = Object.entries(GROUPS).flatMap(([group, [title, why]]) => {
    const own = findings.filter((one) => one.group === group);
    if (own.length === 0) return [];
    const lines = own
      .slice(0, SHOWN)
      .map((one) => `  ${one.request}\n    ${one.what}: expected ${one.expected}\n    seen: ${one.seen}`);
    const more = own.length - SHOWN;
    const rest = more > 0 ? [`  and ${more} more (--json has all)`] : [];
    return [`${title}: ${own.length} off. ${why}`, ...lines, ...rest, ''];
  });
  const open = unjudged.map((what) => `Not judged: ${what}\n`);
  const held = `${expectations - findings.length} of ${expectations} expectations of ${answers} responses hold.`;
  const summary = findings.length === 0 ? `${at} is as it should be:` : `${at}: ${findings.length} off.`;
  return `${[...blocks, ...open, `${summary} ${held}`].join('\n')}\n`;
}

function reportJson(
  { at, publishedAs, now }: Deployment,
  result: Awaited<ReturnType<typeof verify>>,
): string {
  const { findings, unjudged, ...counts } = result;
  const document = {
    kind: 'verification',
    base_url: at,
    published_as: publishedAs,
    verified_at: now.toISOString(),
    ok: findings.length === 0,
    ...counts,
    findings,
    not_judged: unjudged,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
