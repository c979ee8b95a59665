/** Audits hostile sites with the auditor's process, which is observed from outside. */
import { fileURLToPath } from 'node:url';
import { Auditors } from '../../audit/isolation/auditors.ts';
import { parseTarget } from '../../audit/target.ts';
import { AuditError } from '../../base/errors.ts';
import { LIMITS } from '../../base/limits.ts';
import { briefMarkdown } from '../../fix/brief-markdown.ts';
import { briefFor } from '../brief/brief-for.ts';
import { textsIn } from './injection.ts';
import { fromEnvelope, type Report } from './report.ts';
import { type AttackServer, type AttackSite, isHeldUp } from './site.ts';
import { resetPeaks, watch } from './watch.ts';

/** The time in which connections must close after an audit, in milliseconds. */
const CLOSING_MS = 6_000;
const LOOK_MS = 20;

interface Deadlines {
  /** For audits that only the deadline can end. */
  readonly short: number;
  /** For audits that end by themselves, even on a busy machine. */
  readonly long: number;
}

/** Starts audit processes that trust the certificates of the hostile sites. */
export function startAuditors(): Auditors {
  process.env.NODE_EXTRA_CA_CERTS = fileURLToPath(new URL('../tls/loopback-cert.pem', import.meta.url));
  return new Auditors({ mostIdle: 1, most: 2 });
}

export async function attack(auditors: Auditors, site: AttackSite, deadlines: Deadlines): Promise<Report> {
  const { listen, expects } = site;
  await using server = await listen('127.0.0.1');
  resetPeaks(process.pid);
  const watched = watch(process.pid);
  const told = await audited(auditors, server.url, isHeldUp(expects) ? deadlines.short : deadlines.long);
  const mib = watched.end();
  return { ...told, mib, left: await leftAt(server) };
}

async function audited(auditors: Auditors, url: string, auditMs: number) {
  const job = {
    target: parseTarget(url),
    limits: { ...LIMITS, auditMs },
    source: { kind: 'network', network: 'auto', resolver: 'http://127.0.0.1:9/' },
    baseUrl: 'https://catalog.example',
    siteType: null,
  } as const;
  try {
    const { envelope } = await auditors.audit(job);
    const brief = briefMarkdown(briefFor(envelope));
    return { end: envelope.cut_short === true ? 'cut_short' : 'scored', ...fromEnvelope(envelope), brief };
  } catch (error) {
    if (!(error instanceof AuditError)) throw error;
    const texts = textsIn({ message: error.message, hint: error.hint, quote: error.quote });
    return { end: error.kind, statuses: {}, evidence: {}, texts, brief: '' };
  }
}

/** Describes what an audit left at the site: forbidden requests, and connections that stay open. */
async function leftAt(server: AttackServer): Promise<readonly string[]> {
  const until = performance.now() + CLOSING_MS;
  while (server.open() > 0 && performance.now() < until)
    await new Promise((done) => setTimeout(done, LOOK_MS));
  const misdeeds = server.misdeeds?.() ?? [];
  return server.open() === 0 ? misdeeds : [...misdeeds, `${server.open()} connections are open`];
}
