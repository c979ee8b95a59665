/** Builds the service, a function that responds to requests, from the built site, a store and the settings. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Places } from '../audit/io/source.ts';
import type { RunAudit } from '../audit/isolation/run-audit.ts';
import { DEFAULT_QUOTA, STREAM_MS } from '../base/limits.ts';
import type { ServiceAuditRequest } from '../service/api.ts';
import { AuditLimits } from '../service/audit-allowance.ts';
import { type Caller, callerAt } from '../service/caller.ts';
import { collectionsIn } from '../service/collections.ts';
import { type App, serviceApp } from '../service/http/app.ts';
import { pagesIn } from '../service/http/pages.ts';
import { openLibrary } from '../service/library.ts';
import { faultOf, type Log } from '../service/log.ts';
import { once } from '../service/once.ts';
import type { ServiceDatabase } from '../service/postgres.ts';
import type { ReadPublished } from '../service/published.ts';
import { ReadLimit } from '../service/read-limit.ts';
import { StoredAndLive } from '../service/scorecards.ts';
import type { ServiceSettings } from '../service/settings.ts';
import type { ConditionalStore } from '../service/store.ts';
import { answerPage } from './answer-page.ts';

export interface ServiceOptions {
  /** The folder of the built site. `service/` next to it has the page template. */
  readonly site: string;
  /** Reads published files whose size grows with the catalog; by default from the built site. */
  readonly published?: ReadPublished;
  readonly rows?: () => Promise<Omit<ServiceDatabase, 'store'>>;
  readonly store: ConditionalStore;
  readonly settings: ServiceSettings;
  readonly log: Log;
  /** Runs work after the response is sent, like Netlify's `waitUntil`. */
  readonly later: (work: Promise<unknown>) => void;
  /** The time limit for a streamed response, in milliseconds; `STREAM_MS` by default. */
  readonly streamMs?: number;
  /** The addresses to connect to for some sites, instead of those in DNS. */
  readonly places?: Places;
  /** Runs audits; by default in separate processes. */
  readonly runAudit?: RunAudit;
}

/**
 * Opens the service for a built site.
 * @returns a function that responds to a request from the client with the IP address `ip`
 * @throws Error if there is no built site
 */
export async function openService(
  options: ServiceOptions,
): Promise<(request: Request, ip: string | undefined) => Promise<Response>> {
  const { site, store, settings, log, later, rows } = options;
  const onFault = (error: unknown) => log({ fault: faultOf(error) });
  const library = await openLibrary(site, {
    onFault,
    published: options.published,
    rows,
  });
  const template = await readFile(join(site, '../service/template.html'), 'utf8');
  const now = () => Date.now();
  const collections = collectionsIn({ store, now, later });
  const { hashed } = collections;
  const shareRead =
    rows &&
    (async ({ key = '', network = '' }: Caller) =>
      (await rows()).takeRead(await hashed(network), await hashed(key)));
  // The code for audits and for MCP is loaded when it is first used, so that a new instance responds to other requests sooner.
  const liveAudits = once(async () => {
    const { LiveAudits } = await import('../service/live-audits.ts');
    const runAudit = await signed(options.runAudit ?? runApart, settings, onFault);
    return new LiveAudits({
      records: collections.live,
      limits: new AuditLimits(collections, settings.auditQuota ?? DEFAULT_QUOTA, now),
      settings,
      library,
      origin: library.origin,
      source: {
        kind: 'network',
        network: settings.network,
        resolver: settings.resolver,
        places: options.places,
      },
      runAudit,
      now,
      streamMs: options.streamMs ?? STREAM_MS,
      later,
      onFault,
    });
  });
  const audits = {
    audit: async (auditRequest: ServiceAuditRequest) => (await liveAudits()).audit(auditRequest),
  };
  const scorecards = new StoredAndLive({ library, records: collections.live, audits, settings, now });
  const mcp = once(async () => {
    const { mcpHandler } = await import('../service/mcp/handler.ts');
    return mcpHandler({ library, scorecards, onError: onFault });
  });
  const app: App = serviceApp({
    library,
    scorecards,
    mcp: async (...mcpArguments) => (await mcp())(...mcpArguments),
    pages: pagesIn(template, library.origin, settings.contact),
    settings,
    metrics: rows && (async () => (await rows()).metrics()),
    reads: new ReadLimit(() => performance.now(), shareRead),
    log,
  });
  return async (request, ip) => {
    const caller = callerAt(ip);
    const next = (nextRequest: Request) => app(nextRequest, caller);
    // The edge function does not run when a browser opens a page, so choose the page's format here too.
    return (await answerPage(request, { next })) ?? next(request);
  };
}

/** Returns a `runAudit` that signs its requests if the operator has set a valid key. The site's build rejects an invalid key. */
async function signed(
  runAudit: RunAudit,
  { signingKey }: ServiceSettings,
  onFault: (error: unknown) => void,
): Promise<RunAudit> {
  if (signingKey === undefined) return runAudit;
  try {
    const [{ operatorsKey }, { signedWith }] = await Promise.all([
      import('../audit/io/signing.ts'),
      import('../audit/isolation/run-audit.ts'),
    ]);
    return signedWith(operatorsKey(signingKey), runAudit);
  } catch (error) {
    onFault(error);
    return runAudit;
  }
}

/** Runs an audit in a separate process. Loads the code only then, because most Netlify function instances run no audit. */
const runApart: RunAudit = async (job, hooks) =>
  (await import('../audit/isolation/auditors.ts')).sharedAuditors.audit(job, hooks);
