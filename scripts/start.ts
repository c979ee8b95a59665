/** `npm start`: serves the demo sites on this machine, audits them and shows what came of it. Needs no network. */
import { parseArgs, styleText } from 'node:util';
import { audit } from '../src/audit.ts';
import { DEMO_SITES } from '../src/demo/index.ts';
import { type ServedDemo, serveDemos } from '../src/demo/server.ts';
import { renderSummary } from '../src/demo/summary.ts';
import { AuditError } from '../src/errors.ts';
import { liveIo } from '../src/io/live.ts';
import { LIMITS } from '../src/limits.ts';
import { renderTerminal } from '../src/render/terminal.ts';
import type { Envelope } from '../src/scorecard/schema.ts';
import { parseTarget } from '../src/target.ts';

const HELP = `Usage: npm start -- [site...] [--serve] [--no-color]

Serves the demo sites on this machine, audits them and shows a summary of each scorecard.

  site         Show the whole scorecard of this site instead: ${DEMO_SITES.map(({ name }) => name).join(', ')}
  --serve      Print the sites' addresses and keep them up until Ctrl-C, without auditing them
  --no-color   Plain text
  --help       This text
`;

/** Names of hosts are what it is asked for; the demo sites have addresses only. */
const RESOLVER = 'https://cloudflare-dns.com/dns-query';

/** What may be asked for on the command line. */
interface Asked {
  readonly sites: readonly string[];
  readonly serve: boolean;
  readonly color: boolean;
}

async function main(): Promise<number> {
  let asked: Asked | 'help';
  try {
    asked = readArguments();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return 2;
  }
  if (asked === 'help') {
    process.stdout.write(HELP);
    return 0;
  }
  let demos: ServedDemo[];
  try {
    demos = await serveDemos();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `The demo sites could not be served on 127.0.0.1: ${why}.\nThis program must be allowed to listen on a free port of this machine.\n`,
    );
    return 1;
  }
  try {
    return asked.serve ? await keepUp(demos) : await show(demos, asked);
  } finally {
    await Promise.all(demos.map((demo) => demo.close()));
  }
}

function readArguments(): Asked | 'help' {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      serve: { type: 'boolean', default: false },
      'no-color': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  const names = DEMO_SITES.map(({ name }) => name);
  const unknown = positionals.find((one) => !names.includes(one));
  if (unknown !== undefined) {
    throw new Error(`There is no demo site “${unknown}”. The demo sites are ${names.join(', ')}.`);
  }
  return {
    sites: positionals,
    serve: values.serve,
    color: !values['no-color'] && process.stdout.hasColors?.() === true,
  };
}

async function keepUp(demos: readonly ServedDemo[]): Promise<number> {
  const width = Math.max(...demos.map(({ name }) => name.length));
  for (const { name, url, site } of demos) {
    process.stdout.write(`${name.padEnd(width)}  ${url}  ${site.about}\n`);
  }
  process.stdout.write('\nAudit one from another terminal: npm run -s audit -- <address>. Ctrl-C ends.\n');
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  return 0;
}

async function show(demos: readonly ServedDemo[], { sites, color }: Asked): Promise<number> {
  const chosen = sites.length === 0 ? demos : demos.filter(({ name }) => sites.includes(name));
  const options = { color, width: process.stdout.columns ?? 80 };
  for (const demo of chosen) {
    const envelope = await auditDemo(demo);
    const text =
      sites.length === 0 ? renderSummary(demo.site, envelope, options) : renderTerminal(envelope, options);
    process.stdout.write(`${text}\n`);
  }
  const strong = (text: string) => (color ? styleText('bold', text, { validateStream: false }) : text);
  process.stdout.write(`${strong('Next')}
  npm start -- broken                        the whole scorecard of a demo site (${demos.map(({ name }) => name).join(', ')})
  npm start -- --serve                       keep the demo sites up, to try things on
  npm run -s audit -- https://your.site      audit your own site
  npm run -s audit -- http://localhost:3000  the same before it ships
`);
  return 0;
}

/** Audits one demo site, with progress on stderr where that is a terminal. */
async function auditDemo({ title, url }: ServedDemo): Promise<Envelope> {
  const target = parseTarget(url);
  const io = liveIo({ limits: LIMITS, network: 'auto', targetHost: target.hostname, resolver: RESOLVER });
  const live = process.stderr.isTTY === true;
  if (!live) process.stderr.write(`Auditing ${title}\n`);
  try {
    const { envelope } = await audit(target, {
      io,
      onEvent: (event) => {
        if (live && event.type === 'check') {
          process.stderr.write(`\r\u001b[2KAuditing ${title}: ${event.done} of ${event.total} checks`);
        }
      },
    });
    return envelope;
  } finally {
    if (live) process.stderr.write('\r\u001b[2K');
    await io.close();
  }
}

// A reader that has seen enough (`npm start | head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof AuditError)) throw error;
  process.stderr.write(`${error.message}${error.hint === undefined ? '' : ` ${error.hint}`}\n`);
  process.exitCode = 1;
}
