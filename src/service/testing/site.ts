/** Opens the whole service on a minimal build, in memory except for a few small files. Tests provide its audits. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openService, type ServiceOptions } from '../../app/service.ts';
import type { RunAudit } from '../../audit/isolation/run-audit.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { goodResult } from '../../catalog/results/merge.ts';
import { changesFiles, SITE_INDEX } from '../../catalog/results/service-files.ts';
import { TEXTS_FILE } from '../../fix/brief-parts.ts';
import { changesOf, type SiteChange } from '../../report/changes.ts';
import { TEMPLATE_SLOTS } from '../../report/html/template.ts';
import { readChangeTexts } from '../../site/fix-texts.ts';
import { BASE_URL, envelopeFor } from '../../testing/envelopes.ts';
import type { ApartSite } from '../api.ts';
import type { CallLine, FaultLine } from '../log.ts';
import { type ReadPublished, scorecardFile } from '../published.ts';
import { memoryStore } from '../store.ts';
import { addresses } from './addresses.ts';

export const SHELL = `<!doctype html><html lang="en"><head>${TEMPLATE_SLOTS.head}</head><body><main>${TEMPLATE_SLOTS.main}</main><footer>${TEMPLATE_SLOTS.formats}</footer>`;

/** Creates a minimal build, which disposal removes. `site` is the folder of the built site. */
export async function smallBuild(): Promise<AsyncDisposable & { readonly site: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-readiness-service-'));
  const site = join(folder, 'site');
  for (const name of ['site', 'service']) await mkdir(join(folder, name));
  await writeFile(join(site, 'spec.json'), JSON.stringify({ url: `${BASE_URL}/spec`, principles: [] }));
  await writeFile(join(folder, 'service/template.html'), SHELL);
  await writeFile(join(folder, 'service', TEXTS_FILE), JSON.stringify(await readChangeTexts()));
  return { site, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Returns the published documents of a catalog with these sites. */
export function publishedOf(
  listed: readonly Envelope[],
  apart: readonly Partial<ApartSite>[] = [],
): ReadPublished {
  const siteOf = ({ target, scorecard: { rules, site_type, score } }: Envelope) => ({
    host: target,
    name: `The site ${target}`,
    rules,
    site_type,
    score,
  });
  const sites = listed.map(siteOf);
  const changes = new Map<string, readonly SiteChange[]>([
    ...listed.map((one) => [one.target, changesOf(siteOf(one), goodResult(one.target, one))] as const),
    ...apart.map(({ host = '' }) => [host, []] as const),
  ]);
  const files = new Map([
    [SITE_INDEX, JSON.stringify({ sites, apart })],
    ...[...changesFiles(changes)].map(([path, file]) => [path, JSON.stringify(file)] as const),
    ...listed.map((envelope) => [scorecardFile(envelope.target), JSON.stringify(envelope)] as const),
  ]);
  return async (path) => files.get(path);
}

/** An audit that passes every check. */
export const finds: RunAudit = async ({ target, siteType }) => ({
  envelope: envelopeFor({ target: target.name, siteType, scoredAt: new Date().toISOString() }),
  declined: false,
});

/** Opens a service that is called without a network. By default, each call comes from another client address. */
export async function smallService(site: string, options: Partial<ServiceOptions> = {}) {
  const lines: (CallLine | FaultLine)[] = [];
  const answer = await openService({
    site,
    published: publishedOf([]),
    store: memoryStore(),
    settings: { service: true, liveAudits: true, network: 'public', resolver: '' },
    log: (line) => lines.push(line),
    later: () => undefined,
    runAudit: finds,
    ...options,
  });
  const nextAddress = addresses();
  return {
    lines,
    ask: (path: string, init: RequestInit = {}, ip = nextAddress()) =>
      answer(new Request(BASE_URL + path, init), ip),
  };
}

export type SmallService = Awaited<ReturnType<typeof smallService>>;
