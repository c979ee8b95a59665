/** `npm run verify`: what may be typed, and how it ends. */
import { parseArgs } from 'node:util';
import { AUDIT_LIMIT, READ_LIMIT } from '../limits.ts';
import { plain } from '../parse/text.ts';
import { type Deployment, GROUPS, type Group } from './probe.ts';
import { reportJson, verifyReportText } from './report.ts';
import { NoAnswer, sender } from './send.ts';
import { verify } from './verify.ts';

/** EX_UNAVAILABLE of sysexits.h, as the command line's other codes are from there. */
const UNREACHABLE = 69;

const HELP = `Usage: npm run -s verify -- <base_url> [options]

Holds a deployment to the contract from outside: every address with its status, type and header fields, negotiation,
redirects, what is not there, both lanes of MCP, the token stub, CORS, the limits, and the addresses that the service
publishes of itself. It reads, and changes nothing. It keeps to the service's own limit of ${READ_LIMIT.calls} reads a minute, and
says so where it has to wait.

  <base_url>             https://catalog.example.org, or http://localhost:8888 for \`npm start\`
  --published-as <url>   The address that the site was built for, where it is another: a preview is built for the main one
  --audit <host>         Have this site audited, and read the result at each of its addresses. Spends one of your ${AUDIT_LIMIT.units}
                         fresh audits of an hour. The local server audits its demo sites: ready.demo
  --spend                Use up the reads of this minute, and look at the refusal that follows
  --all                  Ask for every address that the sitemap, the indexes and the list of skills name, not for some
  --only <groups>        Only these, comma-separated:
                         ${Object.keys(GROUPS).join(', ')}
  --json                 One JSON document on stdout
  --help                 This text

Examples:
  npm run -s verify -- http://localhost:8888 --audit ready.demo
  npm run -s verify -- https://catalog.example.org --audit nodejs.org --json > verification.json
  npm run -s verify -- https://deploy-preview-7--catalog.netlify.app --published-as https://catalog.example.org
  npm run -s verify -- https://catalog.example.org --only mcp,cors

Exit codes:
  0    all is as it should be
  1    something is off: what, what was expected, and why it matters is on stdout
  2    usage
  ${UNREACHABLE}   <base_url> cannot be reached, so that nothing was verified
`;

interface Command extends Deployment {
  readonly only?: readonly Group[];
  readonly audit?: string;
  readonly spend: boolean;
  readonly all: boolean;
  readonly json: boolean;
}

class Usage extends Error {}

interface VerifyOutput {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Runs the command. @returns its exit code */
export async function run(argv: readonly string[], { out, err }: VerifyOutput): Promise<number> {
  try {
    const command = read(argv);
    if (command === 'help') {
      out(HELP);
      return 0;
    }
    await using connection = sender(command.at);
    const result = await verify({
      ...command,
      send: connection.send,
      onWait: (seconds, why) => err(`Waiting ${seconds} s: ${why}.\n`),
    });
    out(command.json ? reportJson(command, result) : verifyReportText(command, result));
    return result.findings.length === 0 ? 0 : 1;
  } catch (error) {
    if (error instanceof Usage) {
      err(`${error.message}\n\n${HELP}`);
      return 2;
    }
    if (!(error instanceof NoAnswer)) throw error;
    err(
      `${plain(error.message, 1000)}\nNothing was verified. Is the address right, and is the site deployed?\n`,
    );
    return UNREACHABLE;
  }
}

function read(argv: readonly string[]): Command | 'help' {
  const { values, positionals } = parse(argv);
  if (values.help) return 'help';
  const [base, ...more] = positionals;
  if (base === undefined || more.length > 0) throw new Usage('Name one base_url.');
  const at = originOf(base, 'base_url');
  const { audit, spend, all, json } = values;
  return {
    at,
    publishedAs:
      values['published-as'] === undefined ? at : originOf(values['published-as'], '--published-as'),
    now: new Date(),
    spend,
    all,
    json,
    ...(audit === undefined ? {} : { audit }),
    ...(values.only === undefined ? {} : { only: groupsIn(values.only) }),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        'published-as': { type: 'string' },
        audit: { type: 'string' },
        spend: { type: 'boolean', default: false },
        all: { type: 'boolean', default: false },
        only: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error));
  }
}

/** An address without a path: the service is at the root of its host. */
function originOf(text: string, what: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '') {
    throw new Usage(
      `${what} is an address as https://catalog.example.org, without a path, and “${plain(text)}” is none.`,
    );
  }
  return url.origin;
}

function groupsIn(text: string): readonly Group[] {
  return text.split(',').map((name) => {
    const group = (Object.keys(GROUPS) as Group[]).find((one) => one === name.trim());
    if (group === undefined)
      throw new Usage(
        `There is no group “${plain(name)}”. The groups are ${Object.keys(GROUPS).join(', ')}.`,
      );
    return group;
  });
}
