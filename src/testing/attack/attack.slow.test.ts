/** The worst of the attack suite, one of each kind (`attack.nightly.test.ts` says what it proves), by the auditor's process. */
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { AuditError } from '../../errors.ts';
import { Auditors } from '../../isolation/auditors.ts';
import { LIMITS } from '../../limits.ts';
import { parseTarget } from '../../target.ts';
import { textsIn } from './injection.ts';
import { faultsOf, fromEnvelope, type Report } from './report.ts';
import { type AttackSite, isHeldUp } from './site.ts';
import { ATTACK_SITES } from './sites.ts';

const WORST = [
  // No hostile one: that the others end is no fault of TLS.
  'is a plain site over TLS',
  'begins a header that goes on in continuations for ever',
  'sends header bombs',
  'drips its home page',
  'sends interim answers without end beneath its home page',
  'sends two answers at once beneath its home page',
  'never ends the handshake of TLS',
  'sends 200 MiB in gzip, gzip, gzip beneath its home page',
  'has YAML aliases at every address beneath its home page',
  'has a home page of 256 KiB of tables in tables',
  'redirects to private addresses in all spellings',
  'has an MCP endpoint that floods notifications and never answers',
  'speaks to terminals',
  'speaks to CI runners by its header',
];

/** Where only the deadline may end it, and else, in milliseconds. */
const SHORT_MS = 1_000;
const LONG_MS = 60_000;
const UNMEASURED = { ms: Number.POSITIVE_INFINITY, mib: Number.POSITIVE_INFINITY };

// What the process trusts that is made below.
process.env.NODE_EXTRA_CA_CERTS = fileURLToPath(new URL('../tls/loopback-cert.pem', import.meta.url));
const auditors = new Auditors({ kept: 1, most: 2 });
afterAll(() => auditors[Symbol.asyncDispose]());

async function attack({ listen, expects }: AttackSite): Promise<Report> {
  await using server = await listen('127.0.0.1');
  const job = {
    target: parseTarget(server.url),
    limits: { ...LIMITS, auditMs: isHeldUp(expects) ? SHORT_MS : LONG_MS },
    source: { kind: 'network', network: 'auto', resolver: 'http://127.0.0.1:9/' },
    baseUrl: 'https://catalog.example',
    siteType: null,
  } as const;
  const nothing = { ms: 0, peaks: { own: 0, started: 0 }, statuses: {}, evidence: {}, left: [] };
  try {
    const { envelope } = await auditors.audit(job);
    const end = envelope.cut_short === true ? 'cut_short' : 'scored';
    return { ...nothing, end, ...fromEnvelope(envelope), left: server.misdeeds?.() ?? [] };
  } catch (error) {
    if (!(error instanceof AuditError)) throw error;
    return { ...nothing, end: error.kind, texts: textsIn({ message: error.message, hint: error.hint }) };
  }
}

it.each(WORST)('an audit of a site that %s ends, and takes nothing for what it is not', async (name) => {
  const site = ATTACK_SITES.find((one) => one.name === name);
  if (site === undefined) throw new Error(`there is no site that ${name}`);
  expect(faultsOf(await attack(site), site.expects, UNMEASURED)).toEqual([]);
});
