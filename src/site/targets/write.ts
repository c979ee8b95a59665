/** The files of a target, as far as the build makes them. */
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

/** Where files go, and what makes them. */
export interface TargetOutput {
  /** The address of the folder that has `score/`, with a slash at the end. */
  readonly dir: string;
  /** The address of the site; no slash at the end. */
  readonly site: string;
  /** Another one where the code, or a setting, may make other files of the same results (`kept.ts`). */
  readonly maker: string;
  /**
   * `files`: the page of each target and its other forms. The function makes these of a large catalog: of its `records`, or,
   * where there is `nothing`, of the database's rows.
   */
  readonly writes: 'files' | 'records' | 'nothing';
}

/** What became of the files of a target. */
interface WrittenFiles {
  /** What they are made of: the same key, the same files. Left out where the function makes them. */
  readonly key?: string;
  /** Not where those of the build before are the same. */
  readonly written: boolean;
}

export class TargetWriter {
  readonly #output: TargetOutput;
  readonly #contact = siteContact();
  readonly #recordings: Store | undefined;
  /** The hosts of which there is a recording. */
  readonly #recorded: ReadonlySet<string>;

  private constructor(output: TargetOutput, recordings: Store | undefined, recorded: ReadonlySet<string>) {
    this.#output = output;
    this.#recordings = recordings;
    this.#recorded = recorded;
  }

  static async open({ recordings }: CatalogSource, output: TargetOutput): Promise<TargetWriter> {
    return new TargetWriter(output, recordings, new Set(await recordings?.recorded()));
  }

  /**
   * Pages are written without the layout, which the build has when all its other pages are made (`frame.ts`).
   *
   * @param kept the key of the files that are there
   */
  async write(listed: ListedTarget, stored: Stored, kept: string | undefined): Promise<WrittenFiles> {
    const { dir, site, maker, writes } = this.#output;
    const { target } = listed;
    const { host } = target;
    if (writes === 'records')
      writeFileSync(new URL(`service/${recordFile(host)}`, dir), utf8(recordText({ target, stored })));
    if (writes !== 'files') return { written: false };
    const isRecorded = this.#recorded.has(host);
    const forms = formatsOf(listed, site).map(([name, text]) => [name, utf8(text)] as const);
    const { history, failure, listingState } = listed;
    // The page is made of the scorecard, as its forms are, and of this.
    const others = { maker, site, isRecorded, target, history, failure, listingState };
    const hash = createHash('sha256').update(JSON.stringify(others));
    for (const [, bytes] of forms) hash.update(bytes);
    const key = hash.digest('base64url');
    // What a recording says is not in the key.
    if (kept === key && !isRecorded) return { key, written: false };
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
    if (kept !== undefined) {
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

/** The bytes of a text. V8 makes them of UTF-16 more slowly, and most of these texts are not of ASCII alone. */
function utf8(text: string): Buffer {
  return transcode(Buffer.from(text.toWellFormed(), 'utf16le'), 'utf16le', 'utf8');
}

/**
 * What the verdicts of its scorecard rest on, where a recording tells; the function makes the page of others.
 *
 * @param store with the recordings
 * @param site the address of the site; no slash at the end
 * @param contact where wrong verdicts are reported
 */
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
