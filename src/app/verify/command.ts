/** Implements the command `npm run verify`, with its arguments, output and exit codes. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { AUDIT_LIMIT, READ_LIMIT } from '../../base/limits.ts';
import { plain } from '../../base/text.ts';
import { GROUPS } from './probe.ts';
import { NoAnswer, sender } from './send.ts';
import { type VerifyOptions, verify } from './verify.ts';

/** The exit code EX_UNAVAILABLE of sysexits.h. */
const UNREACHABLE = 69;

const ENDING = `
Examples:
  npm run -s verify -- http://localhost:8888 --audit ready.demo
  npm run -s verify -- https://deploy-preview-7--catalog.netlify.app --published-as https://catalog.example.org

Exit codes:
  0    everything is as it should be
  1    something is off: stdout says what, and what was expected
  2    usage
  ${UNREACHABLE}   <base_url> cannot be reached, so nothing was verified`;

type Output = Readonly<Record<'out' | 'err', (text: string) => void>>;

export async function run(argv: readonly string[], { out, err }: Output): Promise<number> {
  const command = new Command('npm run -s verify --')
    .description(
      `Checks a deployment from outside against its own OpenAPI description and the contract. It only reads. When it reaches the limit of ${READ_LIMIT.calls} reads a minute, it says so and waits.`,
    )
    .argument('<base_url>', 'https://catalog.example.org, or http://localhost:8888 for `npm start`', originOf)
    .option(
      '--published-as <url>',
      'The URL that the site was built for, if it differs: a preview is built for the production URL',
      originOf,
    )
    .option(
      '--audit <host>',
      `Have the service audit this site, and read the result at its URLs. Uses one of your ${AUDIT_LIMIT.units} fresh audits an hour. The local server audits its demo sites: ready.demo`,
    )
    .option('--all', 'Request every published address instead of a sample')
    .addOption(new Option('--only <group...>', 'Only these').choices(Object.keys(GROUPS)))
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
    const { publishedAs, ...options } = command.opts<Partial<VerifyOptions>>();
    const [at]: string[] = command.processedArgs;
    const deployment = { at: at ?? '', publishedAs: publishedAs ?? at ?? '', now: new Date() };
    await using connection = sender(deployment.at);
    const onWait = (seconds: number) =>
      err(`Waiting ${seconds} s: the limit of requests per minute is reached.\n`);
    const result = await verify({ ...deployment, ...options, send: connection.send, onWait });
    out(reportText(deployment.at, result));
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

/** Returns the origin of a URL. Rejects a URL with a path, because the service is at the root of its host. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '')
    return url.origin;
  throw new InvalidArgumentError('Type a URL such as https://catalog.example.org, without a path.');
}

function reportText(at: string, result: Awaited<ReturnType<typeof verify>>): string {
  const { findings, ranked, answers, expectations } = result;
  const blocks = Object.entries(GROUPS).flatMap(([group, [title, why]]) => {
    const groupFindings = findings.filter((one) => one.group === group);
    if (groupFindings.length === 0) return [];
    const lines = groupFindings.map(
      (one) => `  ${one.request}\n    ${one.what}: expected ${one.expected}\n    seen: ${one.actual}`,
    );
    return [`${title}: ${groupFindings.length} off. ${why}`, ...lines, ''];
  });
  const open =
    ranked === undefined
      ? ['Not judged: stored scorecards (no site is ranked, or --only left them out).\n']
      : [];
  const held = `${expectations - findings.length} of ${expectations} expectations of ${answers} responses hold.`;
  const summary = findings.length === 0 ? `${at} is as it should be:` : `${at}: ${findings.length} off.`;
  return `${[...blocks, ...open, `${summary} ${held}`].join('\n')}\n`;
}
