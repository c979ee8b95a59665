/**
 * A part of the catalog, target by target: what is stored of one is read once, and of that come all its files and the little
 * that the pages of the whole catalog need of it.
 */
import { transcode } from 'node:buffer';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { PageContent } from '../../render/html/page.ts';
import { slotsOf } from '../../render/html/template.ts';
import { type Past, pastOf } from '../../results/past.ts';
import { type ListedTarget, storeIn, type Visited, visitTargets } from '../../results/scored.ts';
import { formatsOf, pageOf } from '../../results/target-forms.ts';
import type { ListingState } from '../../scorecard/listing-state.ts';
import type { ListedHost } from '../../scorecard/record.ts';
import { changesOf, type SiteChange } from '../../view/changes.ts';
import { type ScoredSite, scoredOf } from '../../view/listed.ts';
import { siteContact } from '../contact.ts';
import { packSlots } from './frame.ts';
import { evidenceOf } from './page.ts';

/** Where files go. */
export interface TargetOutput {
  /** The folder of the site's pages, as a URL with a slash at the end. */
  readonly dir: string;
  /** The address of the site; no slash at the end. */
  readonly site: string;
}

/** A part of a catalog. */
export interface CatalogPart {
  /** With `targets/`, `scorecards/` and `recordings/`. */
  readonly folder: string;
  readonly targets: readonly ListedHost[];
  /** Left out: nothing is written. */
  readonly output: TargetOutput | undefined;
}

/** What is known of a target, as far as pages of many targets need it. */
export interface Seen {
  readonly target: ListedHost;
  readonly scored: ScoredSite | undefined;
  readonly listingState: ListingState | undefined;
  readonly changes: readonly SiteChange[];
  readonly past: Past;
}

/**
 * @param tell hears of each target
 * @throws AuditError for a file of results that cannot be read
 */
export async function seePart(
  { folder, targets, output }: CatalogPart,
  tell: (seen: Seen) => void,
): Promise<Visited> {
  const store = storeIn(folder);
  const recorded = new Set(await store.recorded());
  return visitTargets(folder, targets, async (listed) => {
    const { target, latest, listingState } = listed;
    if (output !== undefined) {
      writeFiles(listed, output);
      const evidence = recorded.has(target.host) && (await evidenceOf(listed, store, output.site));
      if (evidence) writePage(`score/${target.host}/evidence.html`, evidence, output);
    }
    tell({
      target,
      scored: latest === null ? undefined : scoredOf(latest),
      listingState,
      changes: changesOf(target, listed, listingState),
      past: pastOf(listed),
    });
  });
}

/** Pages are written without the layout, which the build has when all its other pages are made (`frame.ts`). */
function writeFiles(listed: ListedTarget, output: TargetOutput): void {
  const { dir, site } = output;
  const { host } = listed.target;
  mkdirSync(new URL(`score/${host}/`, dir), { recursive: true });
  writePage(`score/${host}.html`, pageOf(listed, site, siteContact()), output);
  for (const [name, text] of formatsOf(listed, site))
    writeFileSync(new URL(`score/${host}/${name}`, dir), utf8(text));
}

function writePage(path: string, content: PageContent, { dir }: TargetOutput): void {
  writeFileSync(new URL(path, dir), packSlots(slotsOf(content).map(utf8)));
}

/** The bytes of a text. V8 makes them of UTF-16 five times more slowly, and most of these texts are not of ASCII alone. */
function utf8(text: string): Buffer {
  return transcode(Buffer.from(text.toWellFormed(), 'utf16le'), 'utf16le', 'utf8');
}
