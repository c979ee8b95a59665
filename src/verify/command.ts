/** `npm run verify`: what may be typed, and how it ends. */
import { parseArgs } from 'node:util';
import { AUDIT_LIMIT, READ_LIMIT } from '../limits.ts';
import { plain } from '../parse/text.ts';
import { GROUPS, type Group } from './probe.ts';
import { reportJson, verifyReportText } from './report.ts';
import { NoAnswer, sender } from './send.ts';
import { verify } from './verify.ts';

/** EX_UNAVAILABLE of sysexits.h, as the command line's other codes are from there. */
const UNREACHABLE = 69;

const HELP = `Usage: npm run -s verify -- <base_url> [options]

Checks a deployment from outside against its own OpenAPI description and the contract. It reads, and changes nothing. It keeps to
the limit of ${READ_LIMIT.calls} reads a minute, and says so when it has to wait.

  <base_url>             https://catalog.example.org, or http://localhost:8888 for \`npm start\`
  --published-as <url>   The address that the site was built for, if it differs: a preview is built for the main one
  --audit <host>         Have this site audited, and read the result at each of its addresses. Spends one of your ${AUDIT_LIMIT.units}
                         fresh audits an hour. The local server audits its demo sites: ready.demo
  --spend                Use up the reads of this minute, and check the refusal that follows
  --all                  Request every published address instead of a sample
  --only <groups>        Only these, comma-separated:
                         ${Object.keys(GROUPS).join(', ')}
  --json                 One JSON document on stdout
  --help                 This text

Examples:
  npm run -s verify -- http://localhost:8888 --audit ready.demo
  npm run -s verify -- https://deploy-preview-7--catalog.netlify.app --published-as https://catalog.example.org

Exit codes:
  0    everything is as it should be
  1    something is off: stdout says what, and what was expected
  2    usage
  ${UNREACHABLE}   <base_url> cannot be reached, so nothing was verified
`;

class Usage extends Error {}

interface VerifyOutput {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Runs the command. @returns its exit code */
export async function run(argv: readonly string[], { out, err }: VerifyOutput): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options: OPTIONS });
    const { help, json, 'published-as': published, only, audit, spend, all } = values;
    if (help) {
      out(HELP);
      return 0;
    }
    const [base, ...more] = positionals;
    if (base === undefined || more.length > 0) throw new Usage('Name one base_url.');
    const at = originOf(base, 'base_url');
    const publishedAs = published === undefined ? at : originOf(published, '--published-as');
    const deployment = { at, publishedAs, now: new Date() };
    const groups = only === undefined ? {} : { only: groupsIn(only) };
    const asked = { ...deployment, ...groups, spend, all, audit };
    await using connection = sender(at);
    const onWait = (seconds: number, why: string) => err(`Waiting ${seconds} s: ${why}.\n`);
    const result = await verify({ ...asked, send: connection.send, onWait });
    out(json ? reportJson(deployment, result) : verifyReportText(deployment, result));
    return result.findings.length === 0 ? 0 : 1;
  } catch (error) {
    if (isUsage(error)) {
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

const OPTIONS = {
  'published-as': { type: 'string' },
  audit: { type: 'string' },
  spend: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  only: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Errors of `parseArgs` are TypeErrors with a code. */
function isUsage(error: unknown): error is Error {
  return error instanceof Usage || (error instanceof TypeError && 'code' in error);
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
