/** The service put together: from the built site, a store and the settings to one function that answers requests. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Places } from '../io/source.ts';
import type { RunAudit } from '../isolation/auditors.ts';
import { mcpHandler } from '../mcp/handler.ts';
import { Allowance, allowanceSchema } from './allowance.ts';
import { answerPage } from './answer-page.ts';
import { callerAt } from './caller.ts';
import { Expiry } from './expiry.ts';
import { type App, serviceApp } from './http/app.ts';
import { pagesIn } from './http/pages.ts';
import { openLibrary } from './library.ts';
import { LiveAudits } from './live-audits.ts';
import { ageOf, LIVE_PREFIX, liveRecordSchema } from './live-records.ts';
import { faultOf, type Log } from './log.ts';
import { ReadLimit } from './read-limit.ts';
import { Records } from './records.ts';
import { scorecardsOf } from './scorecards.ts';
import { type Settings, STORE_MS } from './settings.ts';
import type { ConditionalStore } from './store.ts';

export interface ServiceOptions {
  /** The folder of the built site; `service/` beside it has the shell of pages. */
  readonly site: string;
  readonly store: ConditionalStore;
  readonly settings: Settings;
  readonly log: Log;
  /** Work that may go on after the answer, as the platform's `waitUntil`. */
  readonly later: (work: Promise<unknown>) => void;
  /** Sites that are not where their name says. */
  readonly places?: Places;
  /** Runs audits; in processes of their own where left out. */
  readonly runAudit?: RunAudit;
}

/**
 * The service on a built site.
 *
 * @returns what answers a request of the client at `ip`, the platform's word for it
 * @throws Error where there is no built site
 */
export async function openService(
  options: ServiceOptions,
): Promise<(request: Request, ip: string | undefined) => Promise<Response>> {
  const { site, store, settings, log, later } = options;
  const library = await openLibrary(site);
  const shell = await readFile(join(site, '../service/shell.html'), 'utf8');
  const now = () => Date.now();
  const live = new Records({ store, schema: liveRecordSchema, deadlineMs: STORE_MS });
  const allowances = new Records({ store, schema: allowanceSchema, deadlineMs: STORE_MS });
  const expiry = new Expiry({
    store,
    now,
    async isOver(key, since) {
      if (key.startsWith(LIVE_PREFIX)) {
        const envelope = (await live.read(key))?.envelope;
        return envelope === undefined || ageOf(envelope, since) > 0;
      }
      const units = (await allowances.read(key))?.units ?? [];
      return units.every(({ at }) => at < since);
    },
    remove: (key) => (key.startsWith(LIVE_PREFIX) ? live : allowances).remove(key),
  });
  const remember = (key: string) => {
    // What could not be noted is kept for longer than it need be, and nothing worse.
    later(expiry.note(key).catch(() => undefined));
  };
  const audits = new LiveAudits({
    records: live,
    allowance: new Allowance(allowances, now, remember),
    settings,
    origin: library.origin,
    source: {
      kind: 'network',
      network: settings.network,
      resolver: settings.resolver,
      ...(options.places === undefined ? {} : { places: options.places }),
    },
    runAudit: options.runAudit ?? runApart,
    now,
    onStored: remember,
  });
  const scorecards = scorecardsOf({ library, records: live, audits, settings, now });
  const app: App = serviceApp({
    library,
    scorecards,
    mcp: mcpHandler({ library, scorecards, onError: (error) => log({ fault: faultOf(error) }) }),
    pages: pagesIn(shell, library.origin),
    settings,
    reads: new ReadLimit(() => performance.now()),
    log,
  });
  const salt = library.origin;
  return async (request, ip) => {
    const caller = callerAt(ip, salt);
    const next = (asked: Request) => app(asked, caller);
    // Browsers pass the edge function by, and the local server has none.
    return (await answerPage(request, { next })) ?? next(request);
  };
}

/** Loaded by the first audit: most instances only ever read. */
const runApart: RunAudit = async (job, hooks) =>
  (await import('../isolation/shared.ts')).sharedAuditors.audit(job, hooks);
