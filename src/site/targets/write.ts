import { transcode } from 'node:buffer';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Stored } from '../../audit/scorecard/record.ts';
import { recordFile, recordText } from '../../catalog/results/published-record.ts';
import type { CatalogSource, ListedTarget } from '../../catalog/results/scored.ts';
import type { Store } from '../../catalog/results/store.ts';
import { formatsOf, pageOf } from '../../catalog/results/target-forms.ts';
import { provenanceOf } from '../../catalog/run/provenance.ts';
import type { Contact } from '../../report/contact.ts';
import { evidencePage } from '../../report/html/evidence.ts';
import type { PageContent } from '../../report/html/page.ts';
import { slotsOf } from '../../report/html/template.ts';
import { siteContact } from '../contact.ts';
import { packSlots } from './frame.ts';

export interface TargetOutput {
  /** The URL of the folder that contains `score/`, with a trailing slash. */
  readonly dir: string;
  readonly site: string;
  /** A digest of the code and the settings (see `previous-build.ts`). If it changes, the same results may give different files. */
  readonly maker: string;
  /** Whether the build writes the pages of targets, or records from which the service makes these pages. */
  readonly writes: 'files' | 'records';
}

interface WrittenFiles {
  /** A hash of all inputs of the files, except recordings. Missing if the service makes the files. */
  readonly key?: string;
  /** `false` if the files of the previous build are still valid. */
  readonly written: boolean;
}

export class TargetWriter {
  readonly #output: TargetOutput;
  readonly #contact = siteContact();
  readonly #recordings: Store | undefined;
  readonly #recorded: ReadonlySet<string>;

  private constructor(output: TargetOutput, recordings: Store | undefined, recorded: ReadonlySet<string>) {
    this.#output = output;
    this.#recordings = recordings;
    this.#recorded = recorded;
  }

  static async open({ recordings }: CatalogSource, output: TargetOutput): Promise<TargetWriter> {
    return new TargetWriter(output, recordings, new Set(await recordings?.recorded()));
  }

  /** Writes a target's pages without the layout. `frame.ts` adds the layout after all other pages are built. */
  async write(listed: ListedTarget, stored: Stored, previous: string | undefined): Promise<WrittenFiles> {
    const { dir, site, maker, writes } = this.#output;
    const { target } = listed;
    const { host } = target;
    if (writes === 'records')
      writeFileSync(new URL(`service/${recordFile(host)}`, dir), utf8(recordText({ target, stored })));
    if (writes === 'records') return { written: false };
    const isRecorded = this.#recorded.has(host);
    const forms = formatsOf(listed, site).map(([name, text]) => [name, utf8(text)] as const);
    const { history, failure, listingState } = listed;
    // Everything from which the files are generated, except the scorecard, which is part of `forms`.
    const others = { maker, site, isRecorded, target, history, failure, listingState };
    const hash = createHash('sha256').update(JSON.stringify(others));
    for (const [, bytes] of forms) hash.update(bytes);
    const key = hash.digest('base64url');
    // Targets with recordings are always written, because the key does not cover the content of recordings.
    if (previous === key && !isRecorded) return { key, written: false };
    const folder = new URL(`score/${host}/`, dir);
    const evidence =
      isRecorded && this.#recordings
        ? await evidenceOf(listed, this.#recordings, site, this.#contact)
        : undefined;
    const files = [
      ...forms,
      ...(evidence === undefined ? [] : [['evidence.html', packed(evidence)] as const]),
    ];
    mkdirSync(folder, { recursive: true });
    if (previous !== undefined) {
      const names = new Set<string>(files.map(([name]) => name));
      for (const name of readdirSync(folder)) if (!names.has(name)) rmSync(new URL(name, folder));
    }
    writeFileSync(new URL(`score/${host}.html`, dir), packed(pageOf(listed, site, this.#contact)));
    for (const [name, bytes] of files) writeFileSync(new URL(name, folder), bytes);
    return { key, written: true };
  }
}

function packed(content: PageContent): Buffer {
  return packSlots(slotsOf(content).map(utf8));
}

/** Encodes a string as UTF-8 by way of UTF-16, which is faster because most of these strings are not pure ASCII. */
function utf8(text: string): Buffer {
  return transcode(Buffer.from(text.toWellFormed(), 'utf16le'), 'utf16le', 'utf8');
}

/** Returns the evidence page if a recording is stored. The service makes all other evidence pages. */
async function evidenceOf(
  { target, latest }: ListedTarget,
  store: Store,
  site: string,
  contact: Contact,
): Promise<PageContent | undefined> {
  if (latest === null) return undefined;
  const provenance = await provenanceOf(target, latest, store);
  if (provenance === undefined) return undefined;
  return evidencePage({ target, envelope: latest, site, provenance, contact });
}
